# The networks that sinter makes itself.
test cli
--- run
$SINTER zoo
--- out
network        what
mobilenet_v2   MobileNetV2 1.0, classifier: depthwise convolutions, residuals
repvgg         RepVGG-A0 as it is trained, classifier: blocks of three branches
resnet18       ResNet-18, classifier: residuals, batch norm and scale as Caffe has them
shufflenet_v2  ShuffleNetV2 1.0, classifier: split, concat, shuffled channels
squeezenet     SqueezeNet 1.1, classifier without a fully connected layer
ssd            MobileNet-SSD, detector up to its boxes and scores: permuted heads
vit            ViT-Ti/16 with mean pooling, classifier: attention, layer norm

# A network that there is not.
test cli
--- run
$SINTER zoo squeezent
echo "code $?"
--- out
sinter: there is no network 'squeezent': did you mean 'squeezenet'? (there are mobilenet_v2, repvgg, resnet18, shufflenet_v2, squeezenet, ssd, vit)
code 2

# A number of outputs that cannot be is blamed for itself, not on the kernel: 32.5 in an int's place is read as its bits.
test cli
--- run
net() { printf '7767517\n2 2\nInput data 0 1 data\nConvolution conv 1 1 data c %s\n' "$1" > net.param; }
for i in '0=2147483647 1=3 6=108' '0=32.5 1=3 6=108' '0=4 1=0 6=108' '0=4 1=-3 6=108' '0=4 1=2147483647 6=108'; do
    net "$i"
    $SINTER show net.param --bin seed:1
    echo "code $?"
done
--- out
sinter: net.param:4: Convolution 'conv': num_output 2147483647 with this kernel makes more elements than an int counts
code 4
sinter: net.param:4: Convolution 'conv': num_output 1107427328 with this kernel makes more elements than an int counts
code 4
sinter: net.param:4: Convolution 'conv': kernel_h is 0, at least 1 expected
code 4
sinter: net.param:4: Convolution 'conv': kernel_h is -3, at least 1 expected
code 4
sinter: net.param:4: Convolution 'conv': num_output 4 with this kernel makes more elements than an int counts
code 4

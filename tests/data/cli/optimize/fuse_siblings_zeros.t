# Kernels of different sizes: by cost there are too many channels for zeros around the smaller one, with always it is done, also where
# the result is cut apart again. Not where the results are not equally large.
test cli
--- run
cat > cat.param <<F
7767517
6 8
Input in 0 1 x 0=7 1=7 2=3
Split split1 1 3 x xa xb xc
Convolution conv1 1 1 xa a 0=16 1=1 6=48
Convolution conv2 1 1 xb b 0=16 1=3 4=1 6=432
Convolution conv3 1 1 xc c 0=8 1=5 4=2 6=600
Concat cat1 3 1 a b c y
F
grep -v Concat cat.param | sed 's/^6 8/5 7/' > heads.param
sed '/conv2/s/ 4=1//; /conv3/d' heads.param | sed 's/^5 7/4 6/; s/ 3 x xa/ 2 x xa/; s/ xb xc/ xb/; s/^4 6/4 5/' > smaller.param
for net in heads cat smaller; do for how in cost always never; do
echo "== $net $how"
$SINTER optimize $net.param --bin seed:1 -o out.param --fuse-siblings=$how -q
cat out.param
done; done
--- out
== heads cost
7767517
5 7
Input in 0 1 x 0=7 1=7 2=3
Split split1 1 3 x xa xb xc
Convolution conv1 1 1 xa a 0=16 1=1 6=48
Convolution conv2 1 1 xb b 0=16 1=3 4=1 6=432
Convolution conv3 1 1 xc c 0=8 1=5 4=2 6=600
== heads always
7767517
3 5
Input in 0 1 x 0=7 1=7 2=3
Convolution              conv1                    1 1 x conv1 0=40 1=5 4=2 6=3000
Slice                    conv1_split              1 3 conv1 a b c -23300=3,16,16,8
== heads never
7767517
5 7
Input in 0 1 x 0=7 1=7 2=3
Split split1 1 3 x xa xb xc
Convolution conv1 1 1 xa a 0=16 1=1 6=48
Convolution conv2 1 1 xb b 0=16 1=3 4=1 6=432
Convolution conv3 1 1 xc c 0=8 1=5 4=2 6=600
== cat cost
7767517
6 8
Input in 0 1 x 0=7 1=7 2=3
Split split1 1 3 x xa xb xc
Convolution conv1 1 1 xa a 0=16 1=1 6=48
Convolution conv2 1 1 xb b 0=16 1=3 4=1 6=432
Convolution conv3 1 1 xc c 0=8 1=5 4=2 6=600
Concat cat1 3 1 a b c y
== cat always
7767517
2 2
Input in 0 1 x 0=7 1=7 2=3
Convolution              conv1                    1 1 x y 0=40 1=5 4=2 6=3000
== cat never
7767517
6 8
Input in 0 1 x 0=7 1=7 2=3
Split split1 1 3 x xa xb xc
Convolution conv1 1 1 xa a 0=16 1=1 6=48
Convolution conv2 1 1 xb b 0=16 1=3 4=1 6=432
Convolution conv3 1 1 xc c 0=8 1=5 4=2 6=600
Concat cat1 3 1 a b c y
== smaller cost
7767517
4 5
Input in 0 1 x 0=7 1=7 2=3
Split split1 1 2 x xa xb
Convolution conv1 1 1 xa a 0=16 1=1 6=48
Convolution conv2 1 1 xb b 0=16 1=3 6=432
== smaller always
7767517
4 5
Input in 0 1 x 0=7 1=7 2=3
Split split1 1 2 x xa xb
Convolution conv1 1 1 xa a 0=16 1=1 6=48
Convolution conv2 1 1 xb b 0=16 1=3 6=432
== smaller never
7767517
4 5
Input in 0 1 x 0=7 1=7 2=3
Split split1 1 2 x xa xb
Convolution conv1 1 1 xa a 0=16 1=1 6=48
Convolution conv2 1 1 xb b 0=16 1=3 6=432

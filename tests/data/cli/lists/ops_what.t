# Every operator of the matrix is also in the list with its inputs and its formula, in the same order.
test cli
--- run
$SINTER ops | head -n 1
$SINTER ops | grep -E '^(relu|conv|concat|add) '
$SINTER ops | cut -d ' ' -f 1 > a
$SINTER ops --matrix | cut -d ' ' -f 1 > b
cmp a b
--- out
operator                      kind         inputs                                                                                             what
relu                          elementwise  x                                                                                                  y = max(x, 0)
add                           broadcast    a, b                                                                                               y = a + b
conv                          complex      x, weight, bias?                                                                                   y = act(sum over channels and taps of weight * x + bias)
concat                        injective    part...                                                                                            y = parts one after the other along an axis

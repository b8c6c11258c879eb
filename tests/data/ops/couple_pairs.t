# Three classes: where pairs agree with some probabilities, nearly those; of two classes those of the one pair; certain ones.
test run
--- in
"agree" = couple_pairs(@"agree.data")
"two" = couple_pairs(@"two.data")
"sure" = couple_pairs(@"sure.data")
output("agree", "two", "sure")
@"agree.data" = f32[3] [0.625,0.714286,0.6]
@"two.data" = f32[2,1] [0.25,0.9]
@"sure.data" = f32[2,3] [1,1,0.5,0,0.5,1]
--- results
agree 3: 0.500901 0.299121 0.199978
two 2,2: 0.249996 0.750004 0.9 0.1
sure 2,3: 1 8e-08 9.6e-08 2.57714e-14 1 8e-08

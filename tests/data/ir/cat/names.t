# Quotes and odd characters in names, a symbol that needs quotes.
test cat
--- in
"input \"0\"" = input : f32["past + 1",2]
"\xc3\xa9\n" = relu("input \"0\"") name="relu/1"
output("\xc3\xa9\n" as "ü")
--- out
"input \"0\"" = input : f32["past + 1",2]
"é\n" = relu("input \"0\"") name="relu/1"
output("é\n" as "ü")

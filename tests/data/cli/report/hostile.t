# Names that would end the script, begin a comment, turn a line around or are no UTF-8: the page has two scripts as always, and its data the names.
test cli
--- run
name='</script><script>alert(1)</script>'
printf '7767517\n6 6\nInput %s 0 1 <!--<script>\n' "$name" > odd.param
printf 'ReLU --><img/src=x/onerror=alert(2)> 1 1 <!--<script> a"b\\c\n' >> odd.param
printf 'TanH @@data@@ 1 1 a"b\\c \342\200\250\342\200\251\n' >> odd.param
printf 'Sigmoid \342\200\256abc\001 1 1 \342\200\250\342\200\251 \377&amp;\n' >> odd.param
printf 'Swish ${x}`y`\\u0041 1 1 \377&amp; %s\n' "']]>" >> odd.param
printf "HardSwish <\\/ScRiPt 1 1 ']]> %s\n" "$name" >> odd.param
cp odd.param 'a<b>&"c.param'
$SINTER report 'a<b>&"c.param' --bin none --input 4 --no-bench --as-is -o odd.html | sed -E 's/\([0-9.]+ .?B\)/(# B)/'
python3 - <<'PY'
import html.parser, json
scripts, inside = [], False
class Tags(html.parser.HTMLParser):
    def handle_starttag(self, tag, attributes):
        if tag == "script": scripts.append([dict(attributes), ""])
        if tag == "img": print("an image")
        self.inside = tag == "script"
    def handle_endtag(self, tag): self.inside = False
    def handle_data(self, text):
        if self.inside: scripts[-1][1] += text
text = open("odd.html", "rb").read()
text.decode("ascii")
p = Tags()
p.inside = False
p.feed(text.decode())
p.close()
print([s[0].get("id") for s in scripts])
data = scripts[0][1]
assert not set(data) & set("<>&"), "marks of markup"
d = json.loads(data)
print(ascii(d["file"]))
for l in d["before"]["layers"]: print(ascii(l["name"]))
for v in d["before"]["values"]: print(ascii(v["name"]))
PY
--- out
layers    6 -> 6
steps     1
run       not timed: not asked for: --no-bench
written   odd.html (# B)
['data', None]
'a<b>&"c.param'
'</script><script>alert(1)</script>'
'--><img/src=x/onerror=alert(2)>'
'@@data@@'
'\u202eabc\x01'
'${x}`y`\\u0041'
'<\\/ScRiPt'
'<!--<script>'
'a"b\\c'
'\u2028\u2029'
'\\xFF&amp;'
"']]>"
'</script><script>alert(1)</script>'

# SPDX-License-Identifier: Apache-2.0
#
# cmake -DIN=FILE -DOUT=FILE.c -DNAME=IDENTIFIER -P embed.cmake: a text as
# `const char IDENTIFIER[]`. Of a text with marks (lines that are nothing but /* ---- */) only what
# is behind the first, and before a second.
file(READ ${IN} text)
string(FIND "${text}" "/* ---- */\n" at)
if(at GREATER_EQUAL 0)
  math(EXPR at "${at} + 11")
  string(SUBSTRING "${text}" ${at} -1 text)
  string(FIND "${text}" "/* ---- */\n" at)
  if(at GREATER_EQUAL 0)
    string(SUBSTRING "${text}" 0 ${at} text)
  endif()
endif()
string(REPLACE "\\" "\\\\" text "${text}")
string(REPLACE "\"" "\\\"" text "${text}")
string(REPLACE "\n" "\\n\"\n    \"" text "${text}")
set(head "/* Made from ${IN}. */\nextern const char ${NAME}[];\nconst char ${NAME}[] =\n")
file(WRITE ${OUT} "${head}    \"${text}\";\n")

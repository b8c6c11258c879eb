# Bodies in bodies have a limit.
test error
--- in
"c" = input : bool[]
"y" = if("c", "c") then {
"c" = input
"y" = if("c", "c") then {
"c" = input
"y" = if("c", "c") then {
"c" = input
"y" = if("c", "c") then {
"c" = input
"y" = if("c", "c") then {
"c" = input
"y" = if("c", "c") then {
"c" = input
"y" = if("c", "c") then {
"c" = input
"y" = if("c", "c") then {
"c" = input
"y" = if("c", "c") then {
"c" = input
"y" = if("c", "c") then {
output("c")
} else {
"c" = input
output("c")
}
output("y")
} else {
"c" = input
output("c")
}
output("y")
} else {
"c" = input
output("c")
}
output("y")
} else {
"c" = input
output("c")
}
output("y")
} else {
"c" = input
output("c")
}
output("y")
} else {
"c" = input
output("c")
}
output("y")
} else {
"c" = input
output("c")
}
output("y")
} else {
"c" = input
output("c")
}
output("y")
} else {
"c" = input
output("c")
}
output("y")
} else {
"c" = input
output("c")
}
output("y")
--- error
E_FORMAT: in:18:25: a body at depth 9 found, at most 8 expected

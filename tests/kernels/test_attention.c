/* SPDX-License-Identifier: Apache-2.0
 *
 * attention and multi_head_attention: heads that fit no vector, groups of heads, masks, caches. */
#include "kernels/kernel_unit.h"

#define SDPA(q, k, v, params)                                                                      \
    {                                                                                              \
        .text =                                                                                    \
            "\"q$\" = input : f32[" q "]\n\"k$\" = input : f32[" k "]\n\"v$\" = input : f32[" v    \
            "]\n\"y$\" = attention(\"q$\", \"k$\", \"v$\")" params,                                \
        .kernel = "attention"                                                                      \
    }
#define SDPA_MASKED(q, k, v, mask, params)                                                         \
    {                                                                                              \
        .text = "\"q$\" = input : f32[" q "]\n\"k$\" = input : f32[" k                             \
                "]\n\"v$\" = input : f32[" v "]\n\"m$\" = input : " mask "\n"                      \
                "\"y$\" = attention(\"q$\", \"k$\", \"v$\", \"m$\")" params,                       \
        .kernel = "attention"                                                                      \
    }

#define SDPA_M(q, k, v, m, params) SDPA_MASKED(q, k, v, "f32[" m "]", params)
#define SDPA_B(q, k, v, m, params) SDPA_MASKED(q, k, v, "bool[" m "]", params)

/* A query whose summands are all -inf, where keys do not fill a vector. */
#define NO_KEY(param)                                                                              \
    {                                                                                              \
        .text =                                                                                    \
            "\"q$\" = input : f32[1,2,8]\n\"k$\" = input : f32[1,3,8]\n\"v$\" = input : "          \
            "f32[1,3,8]\n\"m$\" = constant(@\"of_m$\")\n@\"of_m$\" = f32[2,3] [-inf,-inf,-inf,"    \
            "0,-inf,1]\n\"y$\" = attention(\"q$\", \"k$\", \"v$\", \"m$\") {" param "=true}",      \
        .kernel = "attention"                                                                      \
    }

/* A bias beside a mask, which is of that type. */
#define BIASED(dst, mask, bias, params)                                                            \
    {                                                                                              \
        .text = "\"q$\" = input : f32[2,3,7,12]\n\"k$\" = input : f32[2,3," dst                    \
                ",12]\n\"v$\" = input : f32[2,3," dst ",20]\n\"m$\" = input : " mask               \
                "\n\"b$\" = input : f32[" bias "]\n\"y$\" = attention(\"q$\", \"k$\", \"v$\", "    \
                "\"m$\", _, _, \"b$\")" params,                                                    \
        .kernel = "attention"                                                                      \
    }

static const kernel_case sdpa[] = {
    BIASED("9", "f32[2,1,1,9]", "3,7,9", ""),
    BIASED("32", "f32[7,32]", "2,1,1,32", " {empty_is_nan=true}"),
    BIASED("9", "bool[2,1,7,9]", "3,1,9", " {hidden=-3}"),
    BIASED("40", "bool[40]", "1,3,7,40", " {nan_is_zero=true, softcap=2}"),
    BIASED("16", "bool[2,1,7,16]", "7,16", " {is_causal=true}"),
    {.text = "\"q$\" = input : f32[3,7,12]\n\"b$\" = input : f32[7]\n"
             "\"y$\" = attention(\"q$\", \"q$\", \"q$\", _, _, _, \"b$\")",
     .kernel = "attention"},
    SDPA("1,1,1", "1,1,1", "1,1,1", ""),
    SDPA("2,5,8", "2,5,8", "2,5,8", ""),
    SDPA("3,17,12", "3,23,12", "3,23,20", " {scale=0.3}"),
    SDPA("6,9,16", "2,50,16", "2,50,5", ""),
    SDPA("4,145,64", "4,145,64", "4,145,64", ""),
    SDPA("2,300,7", "2,700,7", "2,700,9", ""),
    SDPA("7,9", "11,9", "11,4", ""),
    SDPA("2,6,9,16", "2,2,50,16", "2,2,50,5", ""),
    SDPA_M("2,3,7,12", "2,3,9,12", "2,3,9,5", "7,9", ""),
    SDPA_M("2,3,7,12", "2,3,9,12", "2,3,9,5", "3,7,9", ""),
    SDPA_M("2,3,7,12", "2,3,9,12", "2,3,9,5", "2,1,7,9", ""),
    SDPA_M("2,3,7,12", "2,3,9,12", "2,3,9,5", "2,3,7,9", ""),
    SDPA_M("3,17,12", "3,23,12", "3,23,20", "17,23", ""),
    SDPA_M("3,17,12", "3,23,12", "3,23,20", "1,17,23", " {scale=2}"),
    SDPA_M("3,17,12", "3,23,12", "3,23,20", "3,17,23", ""),
    SDPA_M("2,3,7,12", "2,3,9,12", "2,3,9,5", "9", ""),
    SDPA_M("2,3,7,12", "2,3,33,12", "2,3,33,5", "2,1,1,33", ""),
    SDPA_M("2,3,1,12", "2,3,32,12", "2,3,32,5", "3,1,32", ""),
    SDPA_M("2,2,3,7,12", "2,2,1,16,12", "2,2,1,16,32", "2,1,1,7,16", ""),
    SDPA_B("2,3,7,12", "2,3,9,12", "2,3,9,5", "2,1,1,9", " {empty_is_nan=true}"),
    SDPA_B("3,17,12", "3,23,12", "3,23,20", "17,23", " {hidden=-2}"),
    SDPA_B("3,17,12", "3,23,12", "3,23,20", "3,17,23", " {hidden=-3.4028235e38, scale=2}"),
    SDPA_B("3,5,12", "3,2,12", "3,2,20", "3,5,2", " {empty_is_nan=true}"),
    SDPA_B("3,5,12", "3,2,12", "3,2,20", "3,5,2", " {nan_is_zero=true}"),
    SDPA_B("3,5,12", "3,16,12", "3,16,20", "3,1,16", " {is_causal=true, hidden=-1}"),
    SDPA("2,5,8", "2,5,8", "2,5,8", " {is_causal=true}"),
    SDPA("3,17,12", "3,23,12", "3,23,20", " {is_causal=true, softcap=2}"),
    SDPA("3,23,12", "3,17,12", "3,17,20", " {is_causal=true}"),
    SDPA("6,9,16", "2,50,16", "2,50,5", " {softcap=0.5, scale=3}"),
    SDPA_M("2,3,7,12", "2,3,9,12", "2,3,9,5", "3,7,9", " {is_causal=true, softcap=30}"),
    SDPA_B("3,17,12", "3,23,12", "3,23,20", "17,23", ""),
    SDPA_B("2,3,7,12", "2,3,9,12", "2,3,9,5", "2,1,7,9", " {is_causal=true}"),
    SDPA_B("2,1,12", "2,2,12", "2,2,5", "2,1,2", " {softcap=1}"),
    /* several blocks of keys */
    SDPA("2,150,16", "2,150,16", "2,150,24", " {is_causal=true}"),
    SDPA("4,290,8", "2,290,8", "2,290,8", " {is_causal=true, scale=2}"),
    SDPA("2,150,8", "2,150,8", "2,150,8", " {is_causal=true, hidden=-3.4028235e38}"),
    SDPA("2,150,8", "2,150,8", "2,150,8", " {is_causal=true, hidden=-0.5}"),
    SDPA("2,37,8", "2,290,8", "2,290,8", " {softcap=0.7}"),
    SDPA("2,290,8", "2,37,8", "2,37,8", " {is_causal=true}"),
    SDPA_M("2,37,8", "2,290,8", "2,290,8", "2,37,290", ""),
    SDPA_M("2,37,8", "2,290,8", "2,290,8", "290", " {is_causal=true}"),
    SDPA_B("2,37,8", "2,290,8", "2,290,8", "37,290", " {hidden=-3.4028235e38}"),
    SDPA_B("2,37,8", "2,290,8", "2,290,8", "2,37,290", " {is_causal=true, hidden=-0.5}"),
    {.text =
         "\"q$\" = input : f32[2,3,8]\n\"k$\" = input : f32[2,3,8]\n\"v$\" = input : f32[2,3,8]\n"
         "\"m$\" = constant(@\"of_m$\")\n@\"of_m$\" = bool[3,3] [1,0,1,0,0,0,1,1,0]\n"
         "\"y$\" = attention(\"q$\", \"k$\", \"v$\", \"m$\")",
     .kernel = "attention"},
    NO_KEY("empty_is_nan"),
    NO_KEY("nan_is_zero"),
    /* Scores of keys that are seen may all be -inf, too. */
    {.text =
         "\"q$\" = input : f32[1,2,8]\n\"k$\" = input : f32[1,3,8]\n\"v$\" = input : f32[1,3,8]\n"
         "\"m$\" = constant(@\"of_m$\")\n@\"of_m$\" = bool[2,3] [1,1,1,0,1,1]\n"
         "\"b$\" = constant(@\"of_b$\")\n@\"of_b$\" = f32[2,3] [-inf,-inf,-inf,0,-inf,1]\n"
         "\"y$\" = attention(\"q$\", \"k$\", \"v$\", \"m$\", _, _, \"b$\") {hidden=-1}",
     .kernel = "attention"},
    {.text =
         "\"q$\" = input : f32[4,3,8]\n\"k$\" = input : f32[2,3,8]\n\"v$\" = input : f32[2,3,6]\n"
         "\"a$\" = input : f32[2,9,8]\n\"b$\" = input : f32[2,9,6]\n"
         "\"y$\", \"z$\", \"u$\" = attention(\"q$\", \"k$\", \"v$\", _, \"a$\", \"b$\") "
         "{is_causal=true}",
     .kernel = "attention"},
    {.text =
         "\"q$\" = input : f32[4,3,8]\n\"k$\" = input : f32[2,3,8]\n\"v$\" = input : "
         "f32[2,3,6]\n\"a$\" = input : f32[2,9,8]\n"
         "\"b$\" = input : f32[2,9,6]\n\"y$\", \"z$\", \"u$\" = attention(\"q$\", \"k$\", \"v$\", "
         "_, \"a$\", \"b$\")",
     .kernel = "attention"},
    {.text =
         "\"q$\" = input : f32[4,3,8]\n\"k$\" = input : f32[2,3,8]\n\"v$\" = input : f32[2,3,6]\n"
         "\"y$\", \"z$\", \"u$\" = attention(\"q$\", \"k$\", \"v$\")",
     .kernel = "attention"},
};

/* What is known when the network is compiled: mask, queries, keys and values, the past. */
#define CONSTANT(name, shape, seed)                                                                \
    "\"" name "\" = constant(@\"of_" name "\")\n@\"of_" name "\" = f32[" shape "] seed " #seed "\n"

static const kernel_case sdpa_constants[] = {
    {.text = "\"q$\" = input : f32[3,7,12]\n\"k$\" = input : f32[3,9,12]\n\"v$\" = input : "
             "f32[3,9,5]\n" CONSTANT("m$", "7,9",
                                     3) "\"y$\" = attention(\"q$\", \"k$\", \"v$\", \"m$\")",
     .kernel = "attention"},
    {.text = "\"q$\" = input : f32[3,7,12]\n" CONSTANT("k$", "3,9,12", 1) CONSTANT("v$", "3,9,5", 2)
         CONSTANT("m$", "3,7,9", 3) "\"y$\" = attention(\"q$\", \"k$\", \"v$\", \"m$\")",
     .kernel = "attention"},
    {.text = CONSTANT(
         "q$", "4,3,8",
         1) "\"k$\" = input : f32[2,3,8]\n\"v$\" = input : f32[2,3,6]\n" CONSTANT("a$", "2,9,8", 2)
         CONSTANT("b$", "2,9,6", 3) "\"y$\", \"z$\", \"u$\" = attention(\"q$\", \"k$\", \"v$\", _, "
                                    "\"a$\", \"b$\")",
     .kernel = "attention"},
};

#define WEIGHTS(e, q, k, v)                                                                        \
    "@\"wq$\" = f32[" #e "," #q "] seed 1\n@\"bq$\" = f32[" #e "] seed 2\n@\"wk$\" = f32[" #e      \
    "," #k "] seed 3\n"                                                                            \
    "@\"bk$\" = f32[" #e "] seed 4\n@\"wv$\" = f32[" #e "," #v "] seed 5\n@\"bv$\" = f32[" #e      \
    "] seed 6\n"                                                                                   \
    "@\"wo$\" = f32[" #q "," #e "] seed 7\n@\"bo$\" = f32[" #q "] seed 8\n"
#define BY "@\"wq$\", @\"bq$\", @\"wk$\", @\"bk$\", @\"wv$\", @\"bv$\", @\"wo$\", @\"bo$\""
#define SELF(rows, e, heads, params)                                                               \
    {                                                                                              \
        .text = "\"x$\" = input : f32[" #rows "," #e                                               \
                "]\n\"y$\" = multi_head_attention(\"x$\", \"x$\", \"x$\", " BY ") {embed_dim=" #e  \
                ", num_heads=" #heads params "}\n" WEIGHTS(e, e, e, e),                            \
        .kernel = "attention"                                                                      \
    }

static const kernel_case mha_constants[] = {
    {.text = "\"q$\" = input : f32[7,20]\n\"k$\" = input : f32[9,12]\n" CONSTANT("v$", "9,10", 11)
         CONSTANT("m$", "3,7,9", 12) "\"y$\" = multi_head_attention(\"q$\", \"k$\", \"v$\", " BY
                                     ", \"m$\") {embed_dim=24, num_heads=3, kdim=12, vdim=10, "
                                     "scale=0.2}\n" WEIGHTS(24, 20, 12, 10),
     .kernel = "attention"},
    {.text = "\"x$\" = input : f32[7,20]\n" CONSTANT("pk$", "24,11", 11)
         CONSTANT("pv$", "24,11",
                  12) "\"y$\", \"z$\", \"u$\" = multi_head_attention(\"x$\", \"x$\", \"x$\", " BY
                      ", _, \"pk$\", \"pv$\") {embed_dim=24, num_heads=4, kdim=20, vdim=20, "
                      "self=1, scale=0.2}\n" WEIGHTS(24, 20, 20, 20),
     .kernel = "attention"},
};

static const kernel_case mha[] = {
    SELF(1, 4, 1, ""),
    SELF(5, 16, 2, ", scale=0.3"),
    SELF(37, 30, 5, ", scale=0.1"),
    SELF(65, 64, 4, ", scale=0.1"),
    {.text = "\"q$\" = input : f32[7,20]\n\"k$\" = input : f32[9,12]\n\"v$\" = input : "
             "f32[9,10]\n\"m$\" = input : f32[3,7,9]\n"
             "\"a$\" = multi_head_attention(\"q$\", \"k$\", \"v$\", " BY
             ", \"m$\") {embed_dim=24, num_heads=3, kdim=12, vdim=10, scale=0.2}\n"
             "\"y$\" = add(\"a$\", \"q$\")\n" WEIGHTS(24, 20, 12, 10),
     .kernel = "attention"},
    {.text = "\"q$\" = input : f32[7,20]\n\"k$\" = input : f32[9,12]\n\"v$\" = input : "
             "f32[9,10]\n\"m$\" = input : f32[7,9]\n"
             "\"y$\" = multi_head_attention(\"q$\", \"k$\", \"v$\", " BY
             ", \"m$\") {embed_dim=24, num_heads=3, kdim=12, vdim=10, "
             "scale=0.2}\n" WEIGHTS(24, 20, 12, 10),
     .kernel = "attention"},
    {.text =
         "\"q$\" = input : f32[7,20]\n\"pk$\" = input : f32[24,11]\n\"pv$\" = input : f32[24,11]\n"
         "\"y$\", \"z$\", \"u$\" = multi_head_attention(\"q$\", \"q$\", \"q$\", " BY
         ", _, \"pk$\", \"pv$\") {embed_dim=24, num_heads=4, kdim=20, vdim=20, self=1, "
         "scale=0.2}\n" WEIGHTS(24, 20, 20, 20),
     .kernel = "attention"},
    {.text = "\"q$\" = input : f32[7,20]\n\"k$\" = input : f32[5,20]\n\"pk$\" = input : "
             "f32[24,11]\n\"pv$\" = input : f32[24,11]\n"
             "\"y$\", \"z$\", \"u$\" = multi_head_attention(\"q$\", \"k$\", \"k$\", " BY
             ", _, \"pk$\", \"pv$\") {embed_dim=24, num_heads=4, kdim=20, vdim=20, "
             "scale=0.2}\n" WEIGHTS(24, 20, 20, 20),
     .kernel = "attention"},
    {.text = "\"q$\" = input : f32[7,20]\n"
             "\"y$\", \"z$\", \"u$\" = multi_head_attention(\"q$\", \"q$\", \"q$\", " BY
             ") {embed_dim=24, num_heads=4, kdim=20, vdim=20, self=1, scale=0.2}\n" WEIGHTS(24, 20,
                                                                                            20, 20),
     .kernel = "attention"},
    /* several images */
    {.text = "\"q$\" = input : f32[3,7,20]\n\"k$\" = input : f32[3,9,12]\n\"v$\" = input : "
             "f32[3,9,10]\n\"m$\" = input : f32[3,3,7,9]\n"
             "\"a$\" = multi_head_attention(\"q$\", \"k$\", \"v$\", " BY
             ", \"m$\") {embed_dim=24, num_heads=3, kdim=12, vdim=10, scale=0.2, batch_axes=1}\n"
             "\"y$\" = add(\"a$\", \"q$\")\n" WEIGHTS(24, 20, 12, 10),
     .kernel = "attention"},
    {.text = "\"q$\" = input : f32[2,2,7,20]\n\"k$\" = input : f32[2,2,9,12]\n\"v$\" = input : "
             "f32[2,2,9,10]\n\"m$\" = input : f32[7,9]\n"
             "\"y$\" = multi_head_attention(\"q$\", \"k$\", \"v$\", " BY
             ", \"m$\") {embed_dim=24, num_heads=3, kdim=12, vdim=10, "
             "scale=0.2, batch_axes=2}\n" WEIGHTS(24, 20, 12, 10),
     .kernel = "attention"},
    {.text = "\"q$\" = input : f32[2,7,20]\n\"pk$\" = input : f32[2,24,11]\n"
             "\"pv$\" = input : f32[2,24,11]\n"
             "\"y$\", \"z$\", \"u$\" = multi_head_attention(\"q$\", \"q$\", \"q$\", " BY
             ", _, \"pk$\", \"pv$\") {embed_dim=24, num_heads=4, kdim=20, vdim=20, self=1, "
             "scale=0.2, batch_axes=1}\n" WEIGHTS(24, 20, 20, 20),
     .kernel = "attention"},
    {.text = "\"q$\" = input : f32[2,7,20]\n\"k$\" = input : f32[2,5,20]\n\"pk$\" = input : "
             "f32[2,24,11]\n\"pv$\" = input : f32[2,24,11]\n"
             "\"y$\", \"z$\", \"u$\" = multi_head_attention(\"q$\", \"k$\", \"k$\", " BY
             ", _, \"pk$\", \"pv$\") {embed_dim=24, num_heads=4, kdim=20, vdim=20, "
             "scale=0.2, batch_axes=1}\n" WEIGHTS(24, 20, 20, 20),
     .kernel = "attention"},
    {.text = "\"q$\" = input : f32[3,4,1]\n\"k$\" = input : f32[3,1,1]\n"
             "\"y$\", \"z$\", \"u$\" = multi_head_attention(\"q$\", \"k$\", \"k$\", " BY
             ") {embed_dim=1, num_heads=1, kdim=1, vdim=1, batch_axes=1}\n" WEIGHTS(1, 1, 1, 1),
     .kernel = "attention"},
    {.text = "\"q$\" = input : f32[3,4,1]\n"
             "\"y$\" = multi_head_attention(\"q$\", \"q$\", \"q$\", " BY
             ") {embed_dim=2, num_heads=2, kdim=1, vdim=1, batch_axes=1}\n" WEIGHTS(2, 1, 1, 1),
     .kernel = "attention"},
};

static void sdpa_computes(void **state)
{
    (void)state;
    check_machines(sdpa, sizeof sdpa / sizeof sdpa[0]);
    check_machines(sdpa_constants, sizeof sdpa_constants / sizeof sdpa_constants[0]);
}
/* Which keys query i of head h looks at. */
typedef bool (*looks)(int h, int i, int j, int dst);

static bool at_the_past(int h, int i, int j, int dst)
{
    (void)h, (void)dst;
    return j <= i;
}
static bool at_the_end(int h, int i, int j, int dst)
{
    (void)h;
    return j <= i + dst / 2;
}
static bool at_a_window(int h, int i, int j, int dst)
{
    (void)h, (void)dst;
    return j <= i && j + 20 > i;
}
static bool at_its_part(int h, int i, int j, int dst)
{
    return (h ? i : i + 40) * 4 / dst == j * 4 / dst;
}
static bool at_all_but_one(int h, int i, int j, int dst)
{
    (void)h, (void)dst;
    return j <= i && !(i == 100 && j == 30);
}
static bool at_none_from_half(int h, int i, int j, int dst)
{
    (void)h;
    return i < dst / 2 && j <= i;
}

/* Of `heads` matrices: of bools, or summands of which those hide; the others are `shown`. */
static const char *mask_text(sn_arena *arena, looks of, bool bools, const char *shown,
                             const char *low, int heads, int src, int dst)
{
    sn_str out;
    sn_str_init(&out, arena);
    sn_str_addf(&out, "@\"of_m$\" = %s[%d,%d,%d] [", bools ? "bool" : "f32", heads, src, dst);
    for (int h = 0; h < heads; h++) {
        for (int i = 0; i < src * dst; i++)
            sn_str_addf(&out, "%s%s", h || i ? "," : "",
                        of(h, i / dst, i % dst, dst) ? (bools ? "1" : shown)
                        : bools                      ? "0"
                                                     : low);
    }
    sn_str_add(&out, "]\n");
    return out.s;
}

static const struct {
    looks of;
    bool bools;
    const char *shown, *params;
    int heads, src, dst;
    const char *low; /* the summand that hides */
} known[] = {
    {at_the_past, true, "", "", 1, 150, 150, "-inf"},
    {at_the_past, false, "0", "", 1, 150, 150, "-inf"},
    {at_the_past, false, "0.5", "", 1, 150, 150, "-inf"},
    {at_the_past, false, "0", ", _, _, \"b$\")", 1, 150, 150, "-inf"},
    {at_the_past, true, "", " {hidden=-3.4028235e38}", 1, 150, 150, "-inf"},
    {at_the_past, true, "", " {hidden=-0.5}", 1, 150, 150, "-inf"},
    {at_the_past, false, "0", " {is_causal=true}", 2, 150, 150, "-inf"},
    {at_the_end, true, "", "", 1, 70, 140, "-inf"},
    {at_the_end, false, "0", "", 1, 70, 140, "-inf"},
    {at_a_window, true, "", "", 1, 150, 150, "-inf"},
    {at_a_window, false, "1", " {empty_is_nan=true}", 1, 150, 150, "-inf"},
    {at_a_window, true, "", " {hidden=-3.4028235e38}", 1, 150, 150, "-inf"},
    {at_a_window, true, "", " {hidden=-0.5, is_causal=true}", 1, 150, 150, "-inf"},
    {at_a_window, false, "0", " {hidden=-0.5, is_causal=true}", 1, 150, 150, "-inf"},
    {at_its_part, true, "", "", 2, 160, 160, "-inf"},
    {at_its_part, false, "0", " {softcap=1}", 2, 160, 160, "-inf"},
    {at_all_but_one, true, "", "", 1, 150, 150, "-inf"},
    {at_all_but_one, false, "0", "", 1, 150, 150, "-inf"},
    {at_none_from_half, true, "", "", 1, 150, 150, "-inf"},
    {at_none_from_half, false, "0", " {empty_is_nan=true}", 1, 150, 150, "-inf"},
    {at_none_from_half, true, "", " {nan_is_zero=true}", 1, 150, 150, "-inf"},
    {at_none_from_half, true, "", " {hidden=-3.4028235e38}", 1, 150, 150, "-inf"},
    {at_the_past, false, "0", "", 1, 150, 150, "-3.4028235e38"},
    {at_the_past, false, "0", " {scale=3000}", 1, 150, 150, "-1000"},
    {at_a_window, false, "0", "", 2, 150, 150, "-10000"},
    {at_none_from_half, false, "0", "", 1, 150, 150, "-3.4028235e38"},
};
enum { N_KNOWN = sizeof known / sizeof known[0], HEADS = 2, HEAD_WIDTH = 8 };

static const char *known_text(sn_arena *arena, size_t i)
{
    const int src = known[i].src, dst = known[i].dst;
    const bool biased = known[i].params[0] == ',';
    return sn_arena_printf(arena,
                           "\"q$\" = input : f32[%d,%d,%d]\n\"k$\" = input : f32[%d,%d,%d]\n"
                           "\"v$\" = input : f32[%d,%d,%d]\n%s%s\"m$\" = constant(@\"of_m$\")\n"
                           "\"y$\" = attention(\"q$\", \"k$\", \"v$\", \"m$\"%s%s\n",
                           HEADS, src, HEAD_WIDTH, HEADS, dst, HEAD_WIDTH, HEADS, dst, HEAD_WIDTH,
                           biased ? "\"b$\" = input : f32[1,150]\n" : "",
                           mask_text(arena, known[i].of, known[i].bools, known[i].shown,
                                     known[i].low, known[i].heads, src, dst),
                           biased ? "" : ")", known[i].params);
}

/* Blocks of keys that nobody looks at are left out: no more than 7 of 8 pairs are computed. */
static sn_status leaves_out(const sn_program *p, const sn_graph *g, const struct sinter_module *m,
                            const sn_source *weights)
{
    (void)g, (void)m, (void)weights;
    size_t n = 0;
    for (size_t i = 0; i < p->n_steps; i++) {
        const sn_step *s = p->step[i];
        if (strcmp(s->kernel->name, "attention") != 0) continue;
        const sn_shape *q = &sn_in(s->node, 0)->shape, *k = &sn_in(s->node, 1)->shape;
        const double all = 4.0 * HEADS * (double)q->d[1] * (double)k->d[1] * HEAD_WIDTH;
        if (!(s->flops > 0 && s->flops < 0.875 * all))
            fail_msg("attention %zu does %g of %g operations", i, s->flops, all);
        n++;
    }
    assert_int_equal(n, N_KNOWN);
    return SN_OK;
}

static void known_masks_save_work(void **state)
{
    (void)state;
    kernel_case cases[N_KNOWN];
    sn_arena *arena = sn_arena_create(ctx);
    for (size_t i = 0; i < N_KNOWN; i++)
        cases[i] = (kernel_case){
            .text = known_text(arena, i),
            .bound = strstr(known[i].params, "scale") ? 1e-3 : 0, /* scores of thousands */
            .kernel = "attention"};
    check_machines(cases, N_KNOWN);
    const kernel_options o = {.fusion = SN_FUSION_TVM, .max_threads = 1, .also = leaves_out};
    check_cases(cases, N_KNOWN, &o);
    sn_arena_destroy(arena);
}

static void mha_computes(void **state)
{
    (void)state;
    check_machines(mha, sizeof mha / sizeof mha[0]);
    check_machines(mha_constants, sizeof mha_constants / sizeof mha_constants[0]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(sdpa_computes),
                                       cmocka_unit_test(known_masks_save_work),
                                       cmocka_unit_test(mha_computes)};
    return cmocka_run_group_tests(tests, kernel_setup, kernel_teardown);
}

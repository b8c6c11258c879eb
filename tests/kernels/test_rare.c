/* SPDX-License-Identifier: Apache-2.0
 *
 * Operators that few networks have: recurrent cells, sampling, signals, regions, detections, int8.
 */
#include "kernels/kernel_unit.h"

#define X(shape)        "\"x$\" = input : f32[" shape "]\n"
#define IN(name, shape) "\"" name "$\" = input : f32[" shape "]\n"
/* Weights of a cell: directions, gates, biases, width of x, of the state and of the cells. */
#define CELL(d, rows, biases, size, n, cells)                                                      \
    "\n@\"w$\" = f32[" d "," rows "," size "] seed 5\n@\"b$\" = f32[" d "," biases "," cells       \
    "] seed 6\n@\"h$\" = f32[" d "," rows "," n "] seed 7"

static const kernel_case recurrent[] = {
    {.text = X("5,7") "\"y$\" = rnn(\"x$\", @\"w$\", @\"b$\", @\"h$\") {num_output=11, "
                      "merge_directions=true}" CELL("1", "11", "1", "7", "11", "11"),
     .kernel = "recurrent"},
    {.text =
         X("5,7") "\"y$\" = rnn(\"x$\", @\"w$\", @\"b$\", @\"h$\") {num_output=3, "
                  "direction=reverse, merge_directions=true}" CELL("1", "3", "1", "7", "3", "3")},
    {.text = X("5,7") "\"y$\" = rnn(\"x$\", @\"w$\", @\"b$\", @\"h$\") {num_output=8, "
                      "direction=bidirectional, merge_directions=true}" CELL("2", "8", "1", "7",
                                                                             "8", "8")},
    {.text = X("5,7") "\"y$\" = gru(\"x$\", @\"w$\", @\"b$\", @\"h$\") {num_output=11, "
                      "merge_directions=true}" CELL("1", "33", "4", "7", "11", "11"),
     .kernel = "recurrent"},
    {.text = X("6,7") "\"y$\" = gru(\"x$\", @\"w$\", @\"b$\", @\"h$\") {num_output=16, "
                      "direction=bidirectional, merge_directions=true}" CELL("2", "48", "4", "7",
                                                                             "16", "16")},
    {.text =
         X("1,7") "\"y$\" = gru(\"x$\", @\"w$\", @\"b$\", @\"h$\") {num_output=5, "
                  "direction=reverse, merge_directions=true}" CELL("1", "15", "4", "7", "5", "5")},
    {.text = X("6,7") IN(
         "s", "11") "\"y$\", \"z$\" = gru(\"x$\", @\"w$\", @\"b$\", @\"h$\", \"s$\") "
                    "{num_output=11, merge_directions=true}" CELL("1", "33", "4", "7", "11", "11")},
    {.text = X("5,7") "\"y$\" = lstm(\"x$\", @\"w$\", @\"b$\", @\"h$\") {num_output=11, "
                      "merge_directions=true}" CELL("1", "44", "4", "7", "11", "11"),
     .kernel = "recurrent"},
    {.text = X("5,7") "\"y$\" = lstm(\"x$\", @\"w$\", @\"b$\", @\"h$\") {num_output=32, "
                      "direction=bidirectional, merge_directions=true}" CELL("2", "128", "4", "7",
                                                                             "32", "32")},
    {.text = X("5,7") "\"y$\" = lstm(\"x$\", @\"w$\", @\"b$\", @\"h$\", @\"r$\") {num_output=6, "
                      "hidden_size=10, direction=reverse, merge_directions=true}" CELL(
                          "1", "40", "4", "7", "6", "10") "\n@\"r$\" = f32[1,6,10] seed 8"},
    {.text = X("5,7") IN("s", "2,9")
         IN("c", "2,9") "\"y$\", \"z$\", \"k$\" = lstm(\"x$\", @\"w$\", @\"b$\", @\"h$\", _, "
                        "\"s$\", \"c$\") {num_output=9, direction=bidirectional, "
                        "merge_directions=true}" CELL("2", "36", "4", "7", "9", "9")},
    {.text = X("5,7") IN("s", "9")
         IN("c", "9") "\"k$\", \"z$\", \"y$\" = lstm(\"x$\", @\"w$\", @\"b$\", @\"h$\", _, \"s$\", "
                      "\"c$\") {num_output=9, merge_directions=true}" CELL("1", "36", "4", "7", "9",
                                                                           "9")},
};

static const kernel_case sampling[] = {
    {.text = X("5,6,7") IN("g", "4,9,2") "\"y$\" = grid_sample(\"x$\", \"g$\")",
     .kernel = "grid_sample"},
    {.text = X("2,5,6,7") IN("g", "2,4,9,2") "\"y$\" = grid_sample(\"x$\", \"g$\") {mode=nearest}"},
    {.text = X("2,5,6,7") IN("g", "2,4,9,2") "\"y$\" = grid_sample(\"x$\", \"g$\") {mode=cubic}"},
    {.text = X("5,6,7") IN(
         "g",
         "4,9,2") "\"y$\" = grid_sample(\"x$\", \"g$\") {padding_mode=border, align_corners=true}"},
    {.text = X("5,2,3")
         IN("g", "4,9,2") "\"y$\" = grid_sample(\"x$\", \"g$\") {padding_mode=reflection}"},
    {.text =
         X("5,2,3") IN("g", "4,9,2") "\"y$\" = grid_sample(\"x$\", \"g$\") "
                                     "{padding_mode=reflection, align_corners=true, mode=nearest}"},
    {.text = X("5,6,7")
         IN("g",
            "4,9,2") "\"y$\" = grid_sample(\"x$\", \"g$\") {mode=cubic, padding_mode=reflection}"},
    {.text = X("2,4,6,7") IN("g", "3,4,5,3") "\"y$\" = grid_sample(\"x$\", \"g$\")"},
    {.text = X("3,2,4,6,7")
         IN("g",
            "3,4,5,2,3") "\"y$\" = grid_sample(\"x$\", \"g$\") {mode=cubic, padding_mode=border}"},
    {.text = X("3,2,7") IN("g", "3,4,1") "\"y$\" = grid_sample(\"x$\", \"g$\")"},
    {.text =
         X("5,6,7") IN("g", "4,9,2") "\"y$\" = ncnn.grid_sample(\"x$\", \"g$\") {padding_mode=3}",
     .kernel = "ncnn_grid_sample"},
    {.text =
         X("5,6,7") IN("g", "2,4,9") "\"y$\" = ncnn.grid_sample(\"x$\", \"g$\") {padding_mode=3, "
                                     "align_corner=true, permute_fusion=true}"},
    {.text = X("5,6,7") IN(
         "g", "4,9,2") "\"y$\" = ncnn.grid_sample(\"x$\", \"g$\") {sample_type=3, padding_mode=3}"},
    {.text = X("2,4,6,7")
         IN("g",
            "3,4,5,3") "\"y$\" = ncnn.grid_sample(\"x$\", \"g$\") {sample_type=2, padding_mode=2}"},
    {.text = X("1,5,8") IN("c", "5,4")
         IN("s", "5,4") "\"y$\" = rotary_embedding(\"x$\", \"c$\", \"s$\")",
     .kernel = "lines"},
    {.text = X("3,5,8") IN("c", "5,4")
         IN("s", "5,4") "\"y$\" = rotary_embedding(\"x$\", \"c$\", \"s$\") {interleaved=true}"},
    {.text = X("64") "\"y$\" = ncnn.spectrogram(\"x$\") {n_fft=16, hoplen=4, window_type=hann, "
                     "power=energy}",
     .kernel = "signal"},
    {.text = X("64") "\"y$\" = ncnn.spectrogram(\"x$\") {n_fft=15, winlen=11, window_type=hamming, "
                     "power=magnitude, onesided=false, normalized=window}"},
    {.text = X("64") "\"y$\" = ncnn.spectrogram(\"x$\") {n_fft=16, pad_type=zero, "
                     "normalized=frame_length, onesided=false}"},
    {.text =
         X("64") "\"y$\" = ncnn.spectrogram(\"x$\") {n_fft=16, pad_type=replicate, center=false}"},
    {.text = X("64") "\"a$\" = ncnn.spectrogram(\"x$\") {n_fft=16, window_type=hann}\n\"y$\" = "
                     "ncnn.inverse_spectrogram(\"a$\") {n_fft=16, window_type=hann, returns=real}",
     .kernel = "signal"},
    {.text =
         X("15,9,2") "\"y$\" = ncnn.inverse_spectrogram(\"x$\") {n_fft=15, hoplen=5, center=false, "
                     "normalized=window}"},
    {.text = X("9,6,2") "\"y$\" = ncnn.inverse_spectrogram(\"x$\") {n_fft=16, hoplen=4, "
                        "window_type=hamming, returns=imaginary}"},
    {.text =
         IN("x", "4,5") IN("w", "5,6") "\"y$\" = einsum(\"x$\", \"w$\") {equation=\"ik,kj->ij\"}",
     .kernel = "einsum"},
    {.text = IN("x", "4,5,3") IN("w", "5,6")
         IN("v", "3") "\"y$\" = einsum(\"x$\", \"w$\", \"v$\") {equation=\"ikl,kj,l->ij\"}"},
    {.text = X("6,6") "\"y$\" = einsum(\"x$\") {equation=\"ii\"}"},
    {.text = X("4,5") "\"y$\" = einsum(\"x$\", @\"w$\") {equation=\"in,nj->ij\"}\n@\"w$\" = "
                      "f32[5,6] seed 3"},
    {
        .text =
            X("4,6,5") IN("o", "18,6,5") "\"y$\" = deform_conv(\"x$\", \"o$\", _, @\"w$\", "
                                         "@\"b$\") {pad_begin=[1,1], pad_end=[1,1], act=relu}\n"
                                         "@\"w$\" = f32[7,4,3,3] seed 3\n@\"b$\" = f32[7] seed 4",
    },
    {.text = X("4,9,8") IN("o", "8,4,4")
         IN("m", "4,4,4") "\"y$\" = deform_conv(\"x$\", \"o$\", \"m$\", @\"w$\") {stride=[2,2], "
                          "group=2, act=leaky_relu(0.1)}\n@\"w$\" = f32[6,2,2,2] seed 3"},
    {.text =
         X("4,9,8") IN("o", "8,7,6") "\"y$\" = deform_conv(\"x$\", \"o$\", _, @\"w$\") "
                                     "{dilation=[2,2], act=mish}\n@\"w$\" = f32[6,4,2,2] seed 3"},
    {.text = "\"x$\" = input : f32[1,8,7]\n\"i$\" = input : f32[3,50,60]\n\"y$\" = "
             "ncnn.prior_box(\"x$\", \"i$\") {min_sizes=[30,60], max_sizes=[60,90], "
             "aspect_ratios=[2,3], image_width=-233, image_height=-233, offset=0.5}",
     .kernel = "constant"},
    {.text =
         "\"x$\" = constant(@\"c$\")\n\"y$\" = conv(\"x$\", @\"w$\", @\"b$\") {act=relu}\n@\"c$\" "
         "= f32[5,2,3] seed 3\n@\"w$\" = f32[3,5,1,1] seed 4\n@\"b$\" = f32[3] seed 5",
     .kernel = "constant"},
};

#define ROI "\n@\"r$\" = f32[4] [1,2.25,9.5,7.75]"
static const kernel_case regions[] = {
    {.text = X("5,11,13") "\"y$\" = ncnn.roi_pooling(\"x$\", @\"r$\") {pooled_width=3, "
                          "pooled_height=2}" ROI,
     .kernel = "roi"},
    {.text = X(
         "5,11,13") "\"y$\" = ncnn.roi_pooling(\"x$\", @\"r$\") {pooled_width=3, pooled_height=4, "
                    "spatial_scale=0.5}" ROI},
    {.text = X("12,11,13") "\"y$\" = ncnn.psroi_pooling(\"x$\", @\"r$\") {pooled_width=3, "
                           "pooled_height=2, "
                           "output_dim=2, spatial_scale=1}" ROI,
     .kernel = "roi"},
    {.text = X("5,11,13") "\"y$\" = ncnn.roi_align(\"x$\", @\"r$\") {pooled_width=3, "
                          "pooled_height=2}" ROI,
     .kernel = "roi"},
    {.text =
         X("5,11,13") "\"y$\" = ncnn.roi_align(\"x$\", @\"r$\") {pooled_width=3, pooled_height=2, "
                      "version=1, aligned=true}" ROI},
    {.text =
         X("5,11,13") "\"y$\" = ncnn.roi_align(\"x$\", @\"r$\") {pooled_width=7, pooled_height=7, "
                      "sampling_ratio=2, version=1, spatial_scale=1.5}" ROI},
    {.text =
         X("5,11,13") "\"y$\" = ncnn.roi_align(\"x$\", @\"r$\") {pooled_width=2, pooled_height=3, "
                      "sampling_ratio=3, spatial_scale=1.5}" ROI},
    {.text = X("2,5,11,13") IN(
         "r",
         "3,4") "\"y$\" = roi_align(\"x$\", \"r$\", @\"b$\") "
                "{output_width=3, output_height=2, spatial_scale=4.5}\n@\"b$\" = i64[3] [1,0,-1]",
     .kernel = "roi_align"},
    {.text = X("5,11,13") IN("r", "2,3,4") "\"y$\" = roi_align(\"x$\", \"r$\") {mode=max, "
                                           "output_width=2, sampling_ratio=2, spatial_scale=3.5, "
                                           "coordinate_transformation_mode=output_half_pixel}"},
    {.text = X("5,11,13") IN("r", "4") "\"y$\" = roi_align(\"x$\", \"r$\") {output_height=3, "
                                       "sampling_ratio=1, spatial_scale=2.5}"},
    {.text = X("2,5,11,13") IN(
         "r",
         "3,4") "\"y$\" = max_roi_pool(\"x$\", \"r$\", @\"b$\") "
                "{output_width=3, output_height=2, spatial_scale=4.5}\n@\"b$\" = i64[3] [1,0,-1]",
     .kernel = "roi_align"},
};

static const kernel_case int8[] = {
    {.text = X("4,3,7") "\"q$\" = ncnn.quantize(\"x$\", @\"s$\")\n\"y$\" = ncnn.cast(\"q$\") "
                        "{type_from=i8, "
                        "type_to=f32}\n@\"s$\" = f32[4] [10,100,37,1]",
     .kernel = "int8"},
    {.text = X(
         "9") "\"q$\" = ncnn.quantize(\"x$\", @\"s$\")\n\"y$\" = ncnn.cast(\"q$\") {type_from=i8, "
              "type_to=f32}\n@\"s$\" = f32[1] [50]"},
    {.text = X("3000") "\"h$\" = ncnn.cast(\"x$\") {type_from=f32, type_to=f16}\n\"y$\" = "
                       "ncnn.cast(\"h$\") "
                       "{type_from=f16, type_to=f32}",
     .kernel = "ncnn_cast"},
    {.text = X("300") "\"h$\" = ncnn.cast(\"x$\") {type_from=f32, type_to=bf16}\n\"y$\" = "
                      "ncnn.cast(\"h$\") "
                      "{type_from=bf16, type_to=f32}"},
    {.text = X(
         "6,9,7") "\"y$\" = ncnn.quantized_convolution(\"x$\", @\"w$\", @\"b$\", @\"s$\", @\"t$\") "
                  "{pad_begin=[1,1], pad_end=[1,1], act=relu}\n"
                  "@\"w$\" = f32[5,6,3,3] seed 3\n@\"b$\" = f32[5] seed 4\n@\"s$\" = f32[5] "
                  "[60,70,80,90,100]\n@\"t$\" = f32[1] [50]",
     .kernel = "int8_product"},
    {.text = X("6,9,7") "\"y$\" = ncnn.quantized_convolution(\"x$\", @\"w$\", _, @\"s$\", @\"t$\") "
                        "{group=6, "
                        "stride=[2,2], act=leaky_relu(0.1)}\n"
                        "@\"w$\" = f32[6,1,3,3] seed 3\n@\"s$\" = f32[6] "
                        "[60,70,80,90,100,0]\n@\"t$\" = f32[1] [50]"},
    {.text = X("6,9,7") "\"q$\" = ncnn.quantized_convolution(\"x$\", @\"w$\", @\"b$\", @\"s$\", "
                        "@\"t$\", @\"u$\") "
                        "{scale_term=101, act=relu}\n"
                        "\"y$\" = ncnn.quantized_convolution(\"q$\", @\"w2$\", @\"b$\", @\"s$\", "
                        "@\"t$\")\n"
                        "@\"w$\" = f32[5,6,3,3] seed 3\n@\"w2$\" = f32[5,5,1,1] seed 3\n@\"b$\" = "
                        "f32[5] seed 4\n@\"s$\" = f32[5] [60,70,80,90,100]\n"
                        "@\"t$\" = f32[1] [50]\n@\"u$\" = f32[1] [20]"},
    {.text =
         X("9") "\"y$\" = ncnn.quantized_inner_product(\"x$\", @\"w$\", @\"b$\", @\"s$\", @\"t$\") "
                "{act=relu}\n@\"w$\" = f32[5,9] seed 3\n@\"b$\" = f32[5] seed 4\n"
                "@\"s$\" = f32[5] [60,70,80,90,100]\n@\"t$\" = f32[1] [50]",
     .kernel = "int8_product"},
    {.text = X("4,9") "\"y$\" = ncnn.quantized_inner_product(\"x$\", @\"w$\", _, @\"s$\", @\"t$\") "
                      "\n@\"w$\" = f32[5,9] seed 3\n"
                      "@\"s$\" = f32[5] [60,70,80,90,100]\n@\"t$\" = f32[1] [50]"},
};

/* What is found has to be found exactly: a box more or less is another shape. */
static const kernel_case detections[] = {
    {.text = X("40") IN("c", "20") "\"y$\" = ncnn.detection_output(\"x$\", \"c$\", @\"p$\") "
                                   "{num_class=2, nms_threshold=0.45, confidence_threshold=0.1}\n"
                                   "@\"p$\" = f32[2,40] seed 9",
     .kernel = "detect"},
    {.text = X("40") IN("c", "40") "\"y$\" = ncnn.detection_output(\"x$\", \"c$\", @\"p$\") "
                                   "{num_class=4, nms_threshold=0.2, nms_top_k=7, keep_top_k=5, "
                                   "confidence_threshold=-0.5}\n@\"p$\" = f32[2,40] seed 9"},
    {.text =
         X("40") IN("c", "3,10") "\"y$\" = ncnn.detection_output(\"x$\", \"c$\", @\"p$\") "
                                 "{num_class=-233, nms_threshold=0.2, variances=[0.1,0.1,0.3,0.2], "
                                 "confidence_threshold=0.2}\n@\"p$\" = f32[10,4] seed 9"},
    {.text = X("40") IN("c", "20") "\"y$\" = ncnn.detection_output(\"x$\", \"c$\", @\"p$\") "
                                   "{num_class=2, confidence_threshold=100}\n"
                                   "@\"p$\" = f32[2,40] seed 9"},
    {.text = IN("s", "18,4,5") IN(
         "d", "36,4,5") "\"y$\", \"z$\" = ncnn.proposal(\"s$\", \"d$\", @\"i$\") {pre_nms_topN=60, "
                        "after_nms_topN=40, nms_thresh=0.5, min_size=4}\n"
                        "@\"i$\" = f32[3] [64,80,1]",
     .kernel = "detect"},
    {.text = IN("s", "18,4,5")
         IN("d", "36,4,5") "\"y$\" = ncnn.proposal(\"s$\", \"d$\", @\"i$\") {pre_nms_topN=0, "
                           "min_size=40}\n@\"i$\" = f32[3] [64,80,1]"},
    {.text = X("21,4,5") "\"y$\" = ncnn.yolo_detection_output(\"x$\") {num_class=2, num_box=3, "
                         "confidence_threshold=0.2, biases=[1.5,2,1,1,2,3]}",
     .kernel = "detect"},
    /* heads of several pieces */
    {.text = X("14,15,11") "\"w$\" = input : f32[14,8,9]\n\"y$\" = "
                           "ncnn.yolo_detection_output(\"x$\", \"w$\") {num_class=2, num_box=2, "
                           "confidence_threshold=0.3, nms_threshold=0.6, biases=[1.5,2,1,1]}",
     .kernel = "detect"},
    {.text = X("14,15,11") "\"w$\" = input : f32[14,8,9]\n\"y$\" = "
                           "ncnn.yolov3_detection_output(\"x$\", \"w$\") {num_class=2, num_box=2, "
                           "confidence_threshold=0.3, nms_threshold=0.6, "
                           "biases=[15,20,10,10,30,20,5,6], mask=[2,3,0,1], "
                           "anchors_scale=[16,32]}",
     .kernel = "detect"},
    {.text =
         X("21,4,5") "\"w$\" = input : f32[21,2,3]\n\"y$\" = ncnn.yolov3_detection_output(\"x$\", "
                     "\"w$\") {num_class=2, num_box=3, confidence_threshold=0.3, "
                     "biases=[15,20,10,10,30,20,5,6,7,8,9,10], mask=[3,4,5,0,1,2], "
                     "anchors_scale=[16,32]}",
     .kernel = "detect"},
    {.text = IN("s", "18,4,5") IN("d", "36,4,5")
         X("5,11,13") "\"p$\" = ncnn.proposal(\"s$\", \"d$\", @\"i$\") {min_size=4}\n"
                      "\"y$\" = ncnn.roi_align(\"x$\", \"p$\") {pooled_width=3, pooled_height=2, "
                      "spatial_scale=0.1}\n@\"i$\" = f32[3] [64,80,1]"},
};

#define RUN(list)                                                                                  \
    static void runs_##list(void **state)                                                          \
    {                                                                                              \
        (void)state;                                                                               \
        check_machines(list, sizeof list / sizeof list[0]);                                        \
    }
RUN(recurrent)
RUN(sampling)
RUN(regions)
RUN(int8)
RUN(detections)

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(runs_recurrent),
                                       cmocka_unit_test(runs_sampling),
                                       cmocka_unit_test(runs_regions), cmocka_unit_test(runs_int8),
                                       cmocka_unit_test(runs_detections)};
    return cmocka_run_group_tests(tests, kernel_setup, kernel_teardown);
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * The native side of Network.java: a network that sinter compiled to C with the prefix `net`, of
 * one input and one output of floats, whose weights are an asset. */
#include <android/asset_manager.h>
#include <android/asset_manager_jni.h>
#include <jni.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "net.h"

#if NET_N_INPUTS != 1 || NET_N_OUTPUTS != 1
#error "a network with one input and one output is expected here"
#endif

typedef struct network {
    net_net *net;
    void *weights, *workspace;
    float *input, *output;
} network;

/* The weights are packed for the processor: generate.sh names them so. */
#if defined(__aarch64__)
#define WEIGHTS "net-arm64-v8a.weights"
#elif defined(__x86_64__)
#define WEIGHTS "net-x86_64.weights"
#else
#error "generate.sh writes no network for this ABI"
#endif

enum { ALIGNMENT = 64 }; /* of weights and workspace */

static void *aligned(size_t bytes)
{
    return aligned_alloc(ALIGNMENT, (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT);
}

static void give_back(network *n)
{
    if (!n) return;
    net_close(n->net);
    free(n->weights);
    free(n->workspace);
    free(n->input);
    free(n->output);
    free(n);
}

/* Throws, unless something was thrown before. */
static void fail(JNIEnv *env, const char *kind, const char *text)
{
    if ((*env)->ExceptionCheck(env)) return;
    jclass thrown = (*env)->FindClass(env, kind);
    if (thrown) (*env)->ThrowNew(env, thrown, text);
}

/* The asset in a block that is aligned as the network wants it: an asset itself need not be. */
static void *read_weights(JNIEnv *env, AAssetManager *assets, size_t *bytes)
{
    AAsset *asset = assets ? AAssetManager_open(assets, WEIGHTS, AASSET_MODE_STREAMING) : NULL;
    if (!asset) {
        fail(env, "java/io/FileNotFoundException", WEIGHTS);
        return NULL;
    }
    const int64_t size = AAsset_getLength64(asset);
    char *to = aligned((size_t)size);
    int64_t n = 0;
    while (to && n < size) {
        const int64_t left = size - n, most = 1 << 20;
        const int got = AAsset_read(asset, to + n, (size_t)(left < most ? left : most));
        if (got <= 0) break;
        n += got;
    }
    AAsset_close(asset);
    *bytes = (size_t)size;
    if (to && n == size) return to;
    fail(env, to ? "java/io/IOException" : "java/lang/OutOfMemoryError", WEIGHTS);
    free(to);
    return NULL;
}

JNIEXPORT jlong JNICALL Java_org_sinter_example_Network_open(JNIEnv *env, jclass class,
                                                             jobject manager, jint threads)
{
    (void)class;
    network *n = calloc(1, sizeof *n);
    size_t weights_bytes = 0;
    if (n) n->weights = read_weights(env, AAssetManager_fromJava(env, manager), &weights_bytes);
    if (n && n->weights) {
        const size_t bytes = net_workspace_bytes(threads);
        n->workspace = aligned(bytes ? bytes : 1);
        n->input = malloc(sizeof(float) * NET_INPUT_0_SIZE);
        n->output = malloc(sizeof(float) * NET_OUTPUT_0_SIZE);
        if (n->workspace && n->input && n->output) {
            const int code =
                net_init(&n->net, n->workspace, bytes, threads, n->weights, weights_bytes);
            if (code) fail(env, "java/lang/IllegalArgumentException", net_error(code));
        }
    }
    if (n && n->net) return (jlong)(intptr_t)n;
    fail(env, "java/lang/OutOfMemoryError", "network");
    give_back(n);
    return 0;
}

JNIEXPORT void JNICALL Java_org_sinter_example_Network_run(JNIEnv *env, jclass class, jlong handle,
                                                           jfloatArray input, jfloatArray output)
{
    (void)class;
    network *n = (network *)(intptr_t)handle;
    if ((*env)->GetArrayLength(env, input) != NET_INPUT_0_SIZE ||
        (*env)->GetArrayLength(env, output) != NET_OUTPUT_0_SIZE) {
        fail(env, "java/lang/IllegalArgumentException",
             "input and output are arrays of inputSize() and outputSize() numbers");
        return;
    }
    (*env)->GetFloatArrayRegion(env, input, 0, NET_INPUT_0_SIZE, n->input);
    const int code = net_run(n->net, (const float *const[]){n->input}, (float *const[]){n->output});
    if (code)
        fail(env, "java/lang/IllegalStateException", net_error(code));
    else
        (*env)->SetFloatArrayRegion(env, output, 0, NET_OUTPUT_0_SIZE, n->output);
}

JNIEXPORT void JNICALL Java_org_sinter_example_Network_close(JNIEnv *env, jclass class,
                                                             jlong handle)
{
    (void)env;
    (void)class;
    give_back((network *)(intptr_t)handle);
}

JNIEXPORT jint JNICALL Java_org_sinter_example_Network_inputSize(JNIEnv *env, jclass class)
{
    (void)env;
    (void)class;
    return NET_INPUT_0_SIZE;
}

JNIEXPORT jint JNICALL Java_org_sinter_example_Network_outputSize(JNIEnv *env, jclass class)
{
    (void)env;
    (void)class;
    return NET_OUTPUT_0_SIZE;
}

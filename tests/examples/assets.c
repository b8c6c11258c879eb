/* SPDX-License-Identifier: Apache-2.0
 *
 * libandroid.so as far as the example takes it, for a JVM of this machine: the "manager" is the
 * name of a folder, and each asset a file in it. */
#include <android/asset_manager.h>
#include <android/asset_manager_jni.h>
#include <stdio.h>
#include <stdlib.h>

struct AAsset {
    FILE *file;
    long bytes;
};

AAssetManager *AAssetManager_fromJava(JNIEnv *env, jobject folder)
{
    static char path[4096];
    const char *text = (*env)->GetStringUTFChars(env, folder, NULL);
    snprintf(path, sizeof path, "%s", text);
    (*env)->ReleaseStringUTFChars(env, folder, text);
    return (AAssetManager *)path;
}

AAsset *AAssetManager_open(AAssetManager *folder, const char *name, int mode)
{
    char path[8192];
    (void)mode;
    snprintf(path, sizeof path, "%s/%s", (const char *)folder, name);
    AAsset *a = calloc(1, sizeof *a);
    a->file = fopen(path, "rb");
    if (!a->file) {
        free(a);
        return NULL;
    }
    fseek(a->file, 0, SEEK_END);
    a->bytes = ftell(a->file);
    fseek(a->file, 0, SEEK_SET);
    return a;
}

off64_t AAsset_getLength64(AAsset *a) { return a->bytes; }
int AAsset_read(AAsset *a, void *to, size_t n) { return (int)fread(to, 1, n, a->file); }
void AAsset_close(AAsset *a)
{
    fclose(a->file);
    free(a);
}

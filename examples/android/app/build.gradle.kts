// SPDX-License-Identifier: Apache-2.0
plugins { id("com.android.application") }

android {
    namespace = "org.sinter.example"
    compileSdk = 35
    defaultConfig {
        applicationId = "org.sinter.example"
        minSdk = 28 // aligned_alloc
        targetSdk = 35
        ndk { abiFilters += listOf("arm64-v8a", "x86_64") }
    }
    // Weights are read as they are.
    androidResources { noCompress += "weights" }
    externalNativeBuild { cmake { path = file("src/main/cpp/CMakeLists.txt") } }
}

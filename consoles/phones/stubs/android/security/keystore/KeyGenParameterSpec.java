package android.security.keystore;

import java.security.spec.AlgorithmParameterSpec;

public final class KeyGenParameterSpec implements AlgorithmParameterSpec {
    public static final class Builder {
        public Builder(String alias, int purposes) {}
        public native Builder setBlockModes(String... modes);
        public native Builder setEncryptionPaddings(String... paddings);
        public native KeyGenParameterSpec build();
    }
}

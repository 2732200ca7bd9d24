package qa.wasl.phone.shell;

import android.content.Context;
import android.content.SharedPreferences;
import android.security.keystore.KeyGenParameterSpec;
import android.security.keystore.KeyProperties;
import android.util.Base64;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import javax.crypto.Cipher;
import javax.crypto.KeyGenerator;
import javax.crypto.SecretKey;
import javax.crypto.spec.GCMParameterSpec;

/**
 * The account that is signed in and its device token, sealed with a key that never leaves the phone's key store: a copy
 * of the app's files opens nothing.
 */
final class Vault {
    private static final String STORE = "AndroidKeyStore";
    private static final String KEY = "device-token";
    private static final String CIPHER = "AES/GCM/NoPadding";
    private static final int TAG_BITS = 128;
    private static final int IV_BYTES = 12;

    private final SharedPreferences kept;

    Vault(Context context) {
        kept = context.getSharedPreferences("vault", Context.MODE_PRIVATE);
    }

    /** Null if nobody is signed in. */
    String account() {
        return kept.getString("account", null);
    }

    /** Null if there is none, or if the phone's key store has lost its key: the page then brings another. */
    String token() {
        String sealed = kept.getString("token", null);
        if (sealed == null) return null;
        try {
            byte[] bytes = Base64.decode(sealed, Base64.NO_WRAP);
            Cipher cipher = Cipher.getInstance(CIPHER);
            cipher.init(Cipher.DECRYPT_MODE, key(), new GCMParameterSpec(TAG_BITS, bytes, 0, IV_BYTES));
            return new String(cipher.doFinal(bytes, IV_BYTES, bytes.length - IV_BYTES), StandardCharsets.UTF_8);
        } catch (GeneralSecurityException error) {
            return null;
        } catch (IOException error) {
            return null;
        } catch (IllegalArgumentException error) {
            return null;
        }
    }

    /** False if the phone's key store does not work; the token is then not kept at all. */
    boolean keep(String account, String token) {
        try {
            Cipher cipher = Cipher.getInstance(CIPHER);
            cipher.init(Cipher.ENCRYPT_MODE, key());
            byte[] sealed = cipher.doFinal(token.getBytes(StandardCharsets.UTF_8));
            byte[] iv = cipher.getIV();
            byte[] bytes = new byte[iv.length + sealed.length];
            System.arraycopy(iv, 0, bytes, 0, iv.length);
            System.arraycopy(sealed, 0, bytes, iv.length, sealed.length);
            String text = Base64.encodeToString(bytes, Base64.NO_WRAP);
            return kept.edit().putString("account", account).putString("token", text).commit();
        } catch (GeneralSecurityException error) {
            return false;
        } catch (IOException error) {
            return false;
        }
    }

    /** The token is of no more use; the account stays, whose positions may still wait. */
    void forgetToken() {
        kept.edit().remove("token").apply();
    }

    void forget() {
        kept.edit().clear().apply();
    }

    private static SecretKey key() throws GeneralSecurityException, IOException {
        KeyStore store = KeyStore.getInstance(STORE);
        store.load(null);
        SecretKey known = (SecretKey) store.getKey(KEY, null);
        if (known != null) return known;
        KeyGenerator generator = KeyGenerator.getInstance(KeyProperties.KEY_ALGORITHM_AES, STORE);
        int purposes = KeyProperties.PURPOSE_ENCRYPT | KeyProperties.PURPOSE_DECRYPT;
        generator.init(new KeyGenParameterSpec.Builder(KEY, purposes)
                .setBlockModes(KeyProperties.BLOCK_MODE_GCM)
                .setEncryptionPaddings(KeyProperties.ENCRYPTION_PADDING_NONE)
                .build());
        return generator.generateKey();
    }
}

package qa.wasl.phone.core;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;

/** The public keys that this app accepts: SHA-256 of the SubjectPublicKeyInfo in base64, as RFC 7469 writes it. */
public final class Pins {
    private static final int SHA256_BYTES = 32;

    private final Set<String> accepted;

    /** @throws IllegalArgumentException for text that is not a pin: an app without pins must not start. */
    public Pins(String... pins) {
        this(Arrays.asList(pins));
    }

    public Pins(Collection<String> pins) {
        if (pins.isEmpty()) throw new IllegalArgumentException("no pins");
        for (String pin : pins)
            if (Base64.getDecoder().decode(pin).length != SHA256_BYTES)
                throw new IllegalArgumentException("not a pin: " + pin);
        accepted = new HashSet<String>(pins);
    }

    public boolean accept(X509Certificate certificate) {
        return accepted.contains(of(certificate));
    }

    public static String of(X509Certificate certificate) {
        try {
            byte[] key = certificate.getPublicKey().getEncoded();
            return Base64.getEncoder().encodeToString(MessageDigest.getInstance("SHA-256").digest(key));
        } catch (NoSuchAlgorithmException error) {
            throw new IllegalStateException(error);
        }
    }
}

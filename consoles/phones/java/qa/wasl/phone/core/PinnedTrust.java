package qa.wasl.phone.core;

import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * Trusts a server whose certificate follows from the operator's authorities <em>and</em> is for a pinned key. The key is
 * that of the server's own certificate, the first: further certificates that a server sends along prove nothing.
 *
 * <p>The authorities come from a key store of our own. The phone's default trust manager must not be asked: it refuses
 * calls without a host name once an app has a network security configuration, and knows authorities its user added.
 */
public final class PinnedTrust extends X509ExtendedTrustManager {
    private final X509ExtendedTrustManager chains;
    private final Pins pins;

    private PinnedTrust(X509ExtendedTrustManager chains, Pins pins) {
        this.chains = chains;
        this.pins = pins;
    }

    /** @param authorities One or more certificates in PEM. */
    public static SSLSocketFactory sockets(InputStream authorities, Pins pins) throws GeneralSecurityException, IOException {
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, new TrustManager[] {new PinnedTrust(chainsTo(authorities), pins)}, null);
        return context.getSocketFactory();
    }

    private static X509ExtendedTrustManager chainsTo(InputStream authorities) throws GeneralSecurityException, IOException {
        KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
        store.load(null, null);
        int count = 0;
        for (Certificate each : CertificateFactory.getInstance("X.509").generateCertificates(authorities))
            store.setCertificateEntry("authority-" + count++, each);
        if (count == 0) throw new CertificateException("no authority");
        TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(store);
        for (TrustManager each : factory.getTrustManagers())
            if (each instanceof X509ExtendedTrustManager) return (X509ExtendedTrustManager) each;
        throw new CertificateException("no trust manager for X.509");
    }

    /**
     * Whether a connection failed because of who answered, rather than because the network was lost, which may happen in
     * the middle of a handshake, too.
     */
    public static boolean isNotOurServer(IOException error) {
        // A cause may lead back to where it came from; no real chain is this long.
        Throwable each = error;
        for (int depth = 0; each != null && depth < 20; depth++, each = each.getCause())
            if (each instanceof CertificateException || each instanceof SSLPeerUnverifiedException) return true;
        return false;
    }

    private void checkPin(X509Certificate[] sent) throws CertificateException {
        if (!pins.accept(sent[0])) throw new CertificateException("the server's key is not pinned: " + Pins.of(sent[0]));
    }

    // The socket is passed on: some implementations leave the comparison of the host's name to what is asked with it.

    @Override
    public void checkServerTrusted(X509Certificate[] sent, String algorithm, Socket socket) throws CertificateException {
        chains.checkServerTrusted(sent, algorithm, socket);
        checkPin(sent);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] sent, String algorithm, SSLEngine engine)
            throws CertificateException {
        chains.checkServerTrusted(sent, algorithm, engine);
        checkPin(sent);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] sent, String algorithm) throws CertificateException {
        chains.checkServerTrusted(sent, algorithm);
        checkPin(sent);
    }

    // This app is never a server.

    @Override
    public void checkClientTrusted(X509Certificate[] sent, String algorithm) throws CertificateException {
        throw new CertificateException("no clients");
    }

    @Override
    public void checkClientTrusted(X509Certificate[] sent, String algorithm, Socket socket) throws CertificateException {
        throw new CertificateException("no clients");
    }

    @Override
    public void checkClientTrusted(X509Certificate[] sent, String algorithm, SSLEngine engine)
            throws CertificateException {
        throw new CertificateException("no clients");
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
        return chains.getAcceptedIssuers();
    }
}

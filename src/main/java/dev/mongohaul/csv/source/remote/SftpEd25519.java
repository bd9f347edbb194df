package dev.mongohaul.csv.source.remote;

import java.security.GeneralSecurityException;
import java.security.InvalidKeyException;
import java.security.Key;
import java.security.KeyFactory;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.Provider;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.Security;
import java.security.interfaces.EdECKey;
import java.security.interfaces.EdECPrivateKey;
import java.security.interfaces.EdECPublicKey;
import java.security.spec.KeySpec;
import java.security.spec.NamedParameterSpec;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.X509EncodedKeySpec;
import java.util.Arrays;
import java.util.Optional;
import org.apache.sshd.common.config.keys.PrivateKeyEntryDecoder;
import org.apache.sshd.common.config.keys.PublicKeyEntryDecoder;
import org.apache.sshd.common.signature.Signature;
import org.apache.sshd.common.util.buffer.Buffer;
import org.apache.sshd.common.util.security.AbstractSecurityProviderRegistrar;
import org.apache.sshd.common.util.security.SecurityUtils;
import org.apache.sshd.common.util.security.eddsa.generic.EdDSASupport;
import org.apache.sshd.common.util.security.eddsa.generic.EdDSAUtils;
import org.apache.sshd.common.util.security.eddsa.generic.GenericEd25519PublicKeyDecoder;
import org.apache.sshd.common.util.security.eddsa.generic.GenericOpenSSHEd25519PrivateKeyEntryDecoder;
import org.apache.sshd.common.util.security.eddsa.generic.GenericSignatureEd25519;

/** Ed25519 keys of Java, for the SSH library, which knows only those of libraries that Java made superfluous. */
final class SftpEd25519 extends AbstractSecurityProviderRegistrar
        implements EdDSASupport<EdECPublicKey, EdECPrivateKey> {

    private static final String PROVIDER = "SunEC";

    private SftpEd25519() {
        super(PROVIDER);
    }

    /** Lets the SSH library of this process use keys of this kind. */
    static synchronized void register() {
        if (!SecurityUtils.isProviderRegistered(PROVIDER)) {
            SecurityUtils.registerSecurityProvider(new SftpEd25519());
        }
    }

    @Override
    public Provider getSecurityProvider() {
        return Security.getProvider(PROVIDER);
    }

    @Override
    public boolean isSupported() {
        return getSecurityProvider() != null;
    }

    @Override
    public boolean isSecurityEntitySupported(Class<?> entityType, String name) {
        return name.equalsIgnoreCase(SecurityUtils.ED25519);
    }

    @Override
    public Optional<EdDSASupport<?, ?>> getEdDSASupport() {
        return Optional.of(this);
    }

    @Override
    public PublicKeyEntryDecoder<EdECPublicKey, EdECPrivateKey> getEDDSAPublicKeyEntryDecoder() {
        return new GenericEd25519PublicKeyDecoder<>(EdECPublicKey.class, EdECPrivateKey.class, this);
    }

    @Override
    public PrivateKeyEntryDecoder<EdECPublicKey, EdECPrivateKey> getOpenSSHEDDSAPrivateKeyEntryDecoder() {
        return new GenericOpenSSHEd25519PrivateKeyEntryDecoder<>(EdECPublicKey.class, EdECPrivateKey.class, this);
    }

    @Override
    public Signature getEDDSASigner() {
        return new GenericSignatureEd25519(SecurityUtils.ED25519);
    }

    @Override
    public int getEDDSAKeySize(Key key) {
        return key instanceof EdECKey ? KEY_SIZE : -1;
    }

    @Override
    public Class<EdECPublicKey> getEDDSAPublicKeyType() {
        return EdECPublicKey.class;
    }

    @Override
    public Class<EdECPrivateKey> getEDDSAPrivateKeyType() {
        return EdECPrivateKey.class;
    }

    @Override
    public boolean compareEDDSAPPublicKeys(PublicKey one, PublicKey other) {
        return Arrays.equals(one.getEncoded(), other.getEncoded());
    }

    @Override
    public boolean compareEDDSAPrivateKeys(PrivateKey one, PrivateKey other) {
        return Arrays.equals(one.getEncoded(), other.getEncoded());
    }

    /** Returns the public key of a private one, by generating a pair from the seed. */
    @Override
    public EdECPublicKey recoverEDDSAPublicKey(PrivateKey key) throws GeneralSecurityException {
        KeyPairGenerator generator = KeyPairGenerator.getInstance(SecurityUtils.ED25519);
        generator.initialize(NamedParameterSpec.ED25519, new Seed(getPrivateKeyData((EdECPrivateKey) key)));
        return (EdECPublicKey) generator.generateKeyPair().getPublic();
    }

    @Override
    public EdECPublicKey generateEDDSAPublicKey(byte[] point) throws GeneralSecurityException {
        return (EdECPublicKey)
                KeyFactory.getInstance(SecurityUtils.ED25519).generatePublic(EdDSAUtils.createPublicKeySpec(point));
    }

    @Override
    public EdECPrivateKey generateEDDSAPrivateKey(byte[] seed) throws GeneralSecurityException {
        return (EdECPrivateKey)
                KeyFactory.getInstance(SecurityUtils.ED25519).generatePrivate(EdDSAUtils.createPrivateKeySpec(seed));
    }

    @Override
    public <B extends Buffer> B putRawEDDSAPublicKey(B buffer, PublicKey key) {
        buffer.putBytes(getPublicKeyData((EdECPublicKey) key));
        return buffer;
    }

    /** Refuses: private keys leave the process nowhere. */
    @Override
    public <B extends Buffer> B putEDDSAKeyPair(B buffer, PublicKey publicKey, PrivateKey privateKey) {
        throw new UnsupportedOperationException("Private keys are not sent");
    }

    @Override
    public KeySpec createPublicKeySpec(EdECPublicKey key) {
        return new X509EncodedKeySpec(key.getEncoded());
    }

    @Override
    public KeySpec createPrivateKeySpec(EdECPrivateKey key) {
        return new PKCS8EncodedKeySpec(key.getEncoded());
    }

    @Override
    public byte[] getPublicKeyData(EdECPublicKey key) {
        try {
            return EdDSAUtils.getBytes(key);
        } catch (InvalidKeyException e) {
            throw new IllegalArgumentException(e);
        }
    }

    @Override
    public byte[] getPrivateKeyData(EdECPrivateKey key) {
        return key.getBytes().orElseThrow();
    }

    @Override
    public String getKeyFactoryAlgorithm() {
        return SecurityUtils.ED25519;
    }

    /** Source of the same bytes again and again. */
    private static final class Seed extends SecureRandom {

        private static final long serialVersionUID = 1L;

        private final byte[] bytes;

        Seed(byte[] bytes) {
            this.bytes = bytes.clone();
        }

        @Override
        public void nextBytes(byte[] into) {
            System.arraycopy(bytes, 0, into, 0, into.length);
        }
    }
}

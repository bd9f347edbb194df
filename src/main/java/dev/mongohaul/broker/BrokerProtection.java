package dev.mongohaul.broker;

import de.dentrassi.crypto.pem.PemKeyStoreProvider;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.KeyStoreException;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import org.apache.activemq.artemis.core.config.impl.ConfigurationImpl;
import org.apache.activemq.artemis.core.config.impl.SecurityConfiguration;
import org.apache.activemq.artemis.core.remoting.impl.netty.TransportConstants;

/**
 * TLS, and the users {@value #MANAGER}, who invites, and {@value #WORKER}, who receives invitations and passes them on.
 *
 * @param keyStore PEM file of a private key and its certificates
 */
public record BrokerProtection(Path keyStore, String managerPassword, String workerPassword) {

    private static final String MANAGER = "manager";
    private static final String WORKER = "worker";

    /**
     * Checks the key.
     *
     * @throws IllegalArgumentException if the file has none; the message is for users
     */
    public BrokerProtection {
        try (InputStream in = Files.newInputStream(keyStore)) {
            KeyStore store = KeyStore.getInstance(EmbeddedBroker.PEM, new PemKeyStoreProvider());
            store.load(in, null);
            if (Collections.list(store.aliases()).stream().noneMatch(alias -> isKey(store, alias))) {
                throw new IllegalArgumentException(EmbeddedBroker.NO_KEY.formatted(keyStore));
            }
        } catch (NoSuchFileException e) {
            throw new IllegalArgumentException("%s does not exist".formatted(keyStore), e);
        } catch (IOException | GeneralSecurityException e) {
            throw new IllegalArgumentException(EmbeddedBroker.NO_KEY.formatted(keyStore), e);
        }
    }

    private static boolean isKey(KeyStore store, String alias) {
        try {
            return store.isKeyEntry(alias);
        } catch (KeyStoreException e) {
            throw new IllegalStateException(e);
        }
    }

    void apply(ConfigurationImpl configuration, SecurityConfiguration users, String queue) {
        EmbeddedBroker.addUser(users, MANAGER, managerPassword);
        EmbeddedBroker.addUser(users, WORKER, workerPassword);
        configuration.putSecurityRoles(
                queue, Set.of(EmbeddedBroker.role(MANAGER, false), EmbeddedBroker.role(WORKER, true)));
        Map<String, Object> acceptor =
                configuration.getAcceptorConfigurations().iterator().next().getParams();
        acceptor.put(TransportConstants.SSL_ENABLED_PROP_NAME, true);
        acceptor.put(TransportConstants.KEYSTORE_TYPE_PROP_NAME, EmbeddedBroker.PEM);
        acceptor.put(
                TransportConstants.KEYSTORE_PATH_PROP_NAME,
                keyStore.toAbsolutePath().toString());
    }

    @Override
    public String toString() {
        return keyStore.toString();
    }
}

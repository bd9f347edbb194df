package dev.mongohaul.csv.source.remote;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.CopyOption;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import org.apache.sshd.common.config.keys.OpenSshCertificate;
import org.apache.sshd.common.keyprovider.KeyPairProvider;
import org.apache.sshd.server.SshServer;
import org.apache.sshd.server.config.keys.AuthorizedKeysAuthenticator;
import org.apache.sshd.sftp.server.SftpFileSystemAccessor;
import org.apache.sshd.sftp.server.SftpSubsystemFactory;
import org.apache.sshd.sftp.server.SftpSubsystemProxy;

/** SFTP server in this JVM, of the library that also is the program's client. */
final class MinaServer {

    private MinaServer() {}

    static SshServer start(Path folder, boolean readOnly) throws Exception {
        SftpEd25519.register();
        SshServer server = SshServer.setUpDefaultServer();
        server.setHost("127.0.0.1");
        server.setKeyPairProvider(
                KeyPairProvider.wrap(SshKeys.KINDS.stream().map(SshKeys::host).toList()));
        OpenSshCertificate certificate = SshKeys.hostCertificate();
        server.setHostKeyCertificateProvider(session -> List.of(certificate));
        AuthorizedKeysAuthenticator keys = new AuthorizedKeysAuthenticator(folder.resolve("authorized_keys"));
        server.setPublickeyAuthenticator((user, key, session) ->
                user.equals(System.getProperty("user.name")) && keys.authenticate(user, key, session));
        SftpSubsystemFactory sftp = new SftpSubsystemFactory.Builder()
                .withFileSystemAccessor(new UserFiles(folder.resolve("files"), readOnly))
                .build();
        server.setSubsystemFactories(List.of(sftp));
        server.start();
        return server;
    }

    /** Files of this machine; relative paths begin in a folder. */
    private record UserFiles(Path folder, boolean readOnly) implements SftpFileSystemAccessor {

        @Override
        public Path resolveLocalFilePath(SftpSubsystemProxy subsystem, Path root, String path) {
            return folder.resolve(path).normalize();
        }

        @Override
        public void createDirectory(SftpSubsystemProxy subsystem, Path created) throws IOException {
            requireWritable(created);
            SftpFileSystemAccessor.super.createDirectory(subsystem, created);
        }

        @Override
        public void renameFile(SftpSubsystemProxy subsystem, Path from, Path to, Collection<CopyOption> options)
                throws IOException {
            requireWritable(from);
            SftpFileSystemAccessor.super.renameFile(subsystem, from, to, options);
        }

        @Override
        public void removeFile(SftpSubsystemProxy subsystem, Path removed, boolean isDirectory) throws IOException {
            requireWritable(removed);
            SftpFileSystemAccessor.super.removeFile(subsystem, removed, isDirectory);
        }

        private void requireWritable(Path file) throws AccessDeniedException {
            if (readOnly) {
                throw new AccessDeniedException(file.toString());
            }
        }
    }
}

package dev.mongohaul.mongo.embedded;

import de.flapdoodle.embed.process.config.TimeoutConfig;
import de.flapdoodle.embed.process.net.DownloadToPath;
import de.flapdoodle.embed.process.net.UrlStreams;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.Proxy;
import java.net.URL;
import java.net.URLConnection;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Optional;

/** Download of an archive whose SHA-256 must be the one that MongoDB publishes beside it. */
enum CheckedDownload implements DownloadToPath {
    INSTANCE;

    private static final int LONGEST_SUM = 1000;
    private static final int DIGITS = 64;

    @Override
    public void download(
            URL url,
            Path target,
            Optional<Proxy> proxy,
            String userAgent,
            TimeoutConfig timeouts,
            DownloadCopyListener listener)
            throws IOException {
        UrlStreams.asDownloadToPath().download(url, target, proxy, userAgent, timeouts, listener);
        String published = published(url, proxy, userAgent, timeouts);
        String found = sha256(target);
        if (!published.equals(found)) {
            Files.delete(target);
            throw new IOException("%s has SHA-256 %s, but %s.sha256 says %s".formatted(url, found, url, published));
        }
    }

    private static String published(URL url, Optional<Proxy> proxy, String userAgent, TimeoutConfig timeouts)
            throws IOException {
        URLConnection connection = UrlStreams.urlConnectionOf(new URL(url + ".sha256"), userAgent, timeouts, proxy);
        try (InputStream in = connection.getInputStream()) {
            String text = new String(in.readNBytes(LONGEST_SUM), StandardCharsets.US_ASCII).strip();
            return text.substring(0, Math.min(DIGITS, text.length())).toLowerCase(Locale.ROOT);
        }
    }

    private static String sha256(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            byte[] block = new byte[1 << 16];
            for (int count = in.read(block); count >= 0; count = in.read(block)) {
                digest.update(block, 0, count);
            }
            return HexFormat.of().formatHex(digest.digest());
        } catch (NoSuchAlgorithmException e) {
            throw new UncheckedIOException(new IOException(e));
        }
    }
}

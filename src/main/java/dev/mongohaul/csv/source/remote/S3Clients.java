package dev.mongohaul.csv.source.remote;

import dev.mongohaul.csv.input.InputException;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import software.amazon.awssdk.auth.credentials.DefaultCredentialsProvider;
import software.amazon.awssdk.awscore.endpoint.AwsClientEndpointProvider;
import software.amazon.awssdk.awscore.retry.AwsRetryStrategy;
import software.amazon.awssdk.core.checksums.RequestChecksumCalculation;
import software.amazon.awssdk.core.checksums.ResponseChecksumValidation;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.profiles.ProfileFile;
import software.amazon.awssdk.profiles.ProfileFileSystemSetting;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.regions.providers.AwsProfileRegionProvider;
import software.amazon.awssdk.regions.providers.AwsRegionProvider;
import software.amazon.awssdk.regions.providers.AwsRegionProviderChain;
import software.amazon.awssdk.regions.providers.DefaultAwsRegionProviderChain;
import software.amazon.awssdk.regions.providers.SystemSettingsRegionProvider;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.S3ClientBuilder;

/** Clients of S3 with what the machine has for AWS: credentials, region, and another server than that of AWS. */
final class S3Clients {

    private S3Clients() {}

    /**
     * Creates a client. It tries nothing again.
     *
     * @throws InputException if there are no credentials
     */
    static S3Client create() {
        try {
            // The client would ask for them with each request, and its message names classes.
            DefaultCredentialsProvider credentials =
                    DefaultCredentialsProvider.builder().build();
            credentials.resolveCredentials();
            S3ClientBuilder client = S3Client.builder()
                    .credentialsProvider(credentials)
                    .httpClientBuilder(UrlConnectionHttpClient.builder()
                            .connectionTimeout(Duration.ofSeconds(10))
                            .socketTimeout(Duration.ofSeconds(30)))
                    .overrideConfiguration(configuration -> configuration.retryStrategy(AwsRetryStrategy.doNotRetry()))
                    // Some servers do not know the newer checksums.
                    .requestChecksumCalculation(RequestChecksumCalculation.WHEN_REQUIRED)
                    .responseChecksumValidation(ResponseChecksumValidation.WHEN_REQUIRED);
            Optional<URI> own = ownEndpoint();
            own.ifPresent(endpoint -> client.endpointOverride(endpoint).forcePathStyle(true));
            return client.region(region(own.isPresent()))
                    .crossRegionAccessEnabled(own.isEmpty())
                    .build();
        } catch (SdkException e) {
            throw InputException.refused(
                    ("S3: no credentials of AWS were found, or they cannot be used: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or"
                            + " AWS_PROFILE, or give this machine a role; docs/sources.md lists the places"));
        }
    }

    /** Returns the server that the environment or the profile names, by the rules of AWS. */
    private static Optional<URI> ownEndpoint() {
        return AwsClientEndpointProvider.builder()
                .serviceEndpointOverrideEnvironmentVariable("AWS_ENDPOINT_URL_S3")
                .serviceEndpointOverrideSystemProperty("aws.endpointUrlS3")
                .serviceProfileProperty("s3")
                .profileFile(ProfileFile::defaultProfileFile)
                .profileName(ProfileFileSystemSetting.AWS_PROFILE.getStringValueOrThrow())
                .resolveFromOverrides();
    }

    /** Returns the region of the environment, the profile or the machine; the client finds those of buckets. */
    private static Region region(boolean ownEndpoint) {
        // A server of one's own needs no region, and asking the machine's takes seconds where it is none of AWS.
        AwsRegionProvider named = ownEndpoint
                ? new AwsRegionProviderChain(new SystemSettingsRegionProvider(), new AwsProfileRegionProvider())
                : new DefaultAwsRegionProviderChain();
        try {
            return Optional.ofNullable(named.getRegion()).orElse(Region.US_EAST_1);
        } catch (SdkException e) {
            return Region.US_EAST_1;
        }
    }
}

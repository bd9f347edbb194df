# syntax=docker/dockerfile:1
# The program of a release archive with a Java runtime, and the archive of its classes, which makes starts shorter.
#
#   mvn -Prelease package -Dmaven.test.skip=true    makes target/release/mongohaul-VERSION.tar.gz
#   docker build -t mongohaul .
#   docker buildx build --platform linux/amd64,linux/arm64 -t mongohaul .
#
# It runs as user 10001, in /srv/mongohaul, writes to rejects/ there and to /tmp alone, and reads jobs/ there and whatever
# files these name:
#
#   docker run --rm --read-only --tmpfs /tmp:exec -e MONGODB_URI -v "$PWD/jobs:/srv/mongohaul/jobs:ro" \
#       -v "$PWD/data:/srv/mongohaul/data:ro" -v rejects:/srv/mongohaul/rejects mongohaul import products

# docs/schedules.md says how to pin it to a digest.
ARG JRE=eclipse-temurin:25-jre-noble
ARG VERSION=0.2.0

# The archive is of use to the same Java, and to jars with the same times.
FROM ${JRE} AS release
ARG VERSION
ADD target/release/mongohaul-${VERSION}.tar.gz /opt
RUN mv /opt/mongohaul-${VERSION} /opt/mongohaul \
    && java -XX:+UseG1GC -Xshare:dump "-Xlog:cds*=off" -XX:SharedClassListFile=/opt/mongohaul/app/classes.txt \
        -XX:SharedArchiveFile=/opt/mongohaul/app/mongohaul.jsa -cp /opt/mongohaul/app/mongohaul.jar \
    && test -s /opt/mongohaul/app/mongohaul.jsa

FROM ${JRE}
LABEL org.opencontainers.image.title="mongohaul" \
      org.opencontainers.image.description="CSV files into MongoDB: nothing lost, nothing doubled" \
      org.opencontainers.image.licenses="Apache-2.0"
COPY --from=release /opt/mongohaul /opt/mongohaul
RUN mkdir -p /srv/mongohaul/jobs /srv/mongohaul/rejects && chown 10001:10001 /srv/mongohaul/rejects
WORKDIR /srv/mongohaul
USER 10001:10001
# A connection string that was not passed on is a mistake, and not a reason to download a server into a container.
ENV MONGOHAUL_EMBEDDED=never
EXPOSE 8080

# No HEALTHCHECK: most containers of this image are imports, which end, and tell by their exit code. Of 'serve',
# docker-compose.yml and docs/schedules.md ask /actuator/health.

# As in bin/mongohaul, which says why; JAVA_TOOL_OPTIONS adds more. Java ends at SIGTERM after the chunk in flight.
ENTRYPOINT ["java", "-XX:SharedArchiveFile=/opt/mongohaul/app/mongohaul.jsa", "-Xlog:cds*=off", "-Xlog:gc+ergo=off", \
            "-XX:+UseSerialGC", "-Xmn64m", "-XX:SurvivorRatio=3", "-XX:MinHeapFreeRatio=32", "-XX:MaxRAMPercentage=60", "-XX:+ExitOnOutOfMemoryError", \
            "-jar", "/opt/mongohaul/app/mongohaul.jar"]
CMD ["--help"]

# syntax=docker/dockerfile:1
# The program with a Java runtime, and the archive of its classes, which makes starts shorter.
#
#   docker build -t mongohaul .                     builds the jar, too
#   docker build -t mongohaul --build-arg JAR=given .    takes target/mongohaul.jar as it is
#
# It runs as user 10001, in /srv/mongohaul, writes to rejects/ there and to /tmp alone, and reads jobs/ there and whatever
# files these name:
#
#   docker run --rm --read-only --tmpfs /tmp:exec -e MONGODB_URI -v "$PWD/jobs:/srv/mongohaul/jobs:ro" \
#       -v "$PWD/data:/srv/mongohaul/data:ro" -v rejects:/srv/mongohaul/rejects mongohaul import products

ARG JAR=build
# docs/nights.md says how to pin these to digests.
ARG JRE=eclipse-temurin:17-jre-noble
ARG MAVEN=maven:3.9-eclipse-temurin-17
ARG MONGODB=mongo:8.0-noble

FROM ${MAVEN} AS build
WORKDIR /build
COPY .mvn .mvn
COPY pom.xml LICENSE NOTICE .
COPY licenses licenses
COPY src src
RUN --mount=type=cache,target=/root/.m2 \
    mvn -q -B -ntp -Dstyle.color=never package -Dmaven.test.skip=true -Dspotless.check.skip=true \
    && mv target/mongohaul.jar /mongohaul.jar

FROM scratch AS given
COPY target/mongohaul.jar /mongohaul.jar

FROM ${JAR} AS jar

FROM ${MONGODB} AS mongo

# On the very Java that it will run with, and at the very path: an archive is good for nothing else.
FROM ${JRE} AS archive
# hadolint ignore=DL3008
RUN apt-get update && apt-get install -y --no-install-recommends libcurl4t64 && rm -rf /var/lib/apt/lists/*
COPY --from=mongo /usr/bin/mongod /usr/local/bin/mongod
COPY --from=jar /mongohaul.jar /tmp/mongohaul.jar
RUN java -Djarmode=tools -jar /tmp/mongohaul.jar extract --destination /opt/mongohaul
COPY src/main/docker/make-archive /usr/local/bin/make-archive
COPY jobs /tmp/training/jobs
COPY data /tmp/training/data
RUN make-archive /opt/mongohaul/mongohaul.jar /tmp/training

FROM ${JRE}
LABEL org.opencontainers.image.title="mongohaul" \
      org.opencontainers.image.description="CSV files into MongoDB: nothing lost, nothing doubled"
# Timestamps of the jars are a part of what the archive was made for: copied, they stay.
COPY --from=archive /opt/mongohaul /opt/mongohaul
RUN mkdir -p /srv/mongohaul/jobs /srv/mongohaul/rejects && chown 10001:10001 /srv/mongohaul/rejects
WORKDIR /srv/mongohaul
USER 10001:10001
# A connection string that was not passed on is a mistake, and not a reason to download a server into a container.
ENV MONGOHAUL_EMBEDDED=never
EXPOSE 8080

# No HEALTHCHECK: most containers of this image are imports, which end, and tell by their exit code. Of 'serve',
# docker-compose.yml and docs/nights.md ask /actuator/health.

# As in ./mongohaul, which says why; JAVA_TOOL_OPTIONS adds more. Java ends at SIGTERM after the chunk in flight.
ENTRYPOINT ["java", "-XX:SharedArchiveFile=/opt/mongohaul/mongohaul.jsa", "-Xlog:cds*=off", "-Xlog:gc+ergo=off", \
            "-XX:+UseSerialGC", "-Xmn64m", "-XX:SurvivorRatio=3", "-XX:MaxRAMPercentage=60", "-XX:+ExitOnOutOfMemoryError", \
            "-jar", "/opt/mongohaul/mongohaul.jar"]
CMD ["--help"]

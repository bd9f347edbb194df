package dev.mongohaul.cli.session;

import dev.mongohaul.broker.BrokerProperties;
import dev.mongohaul.job.ImportProperties;
import dev.mongohaul.repository.RepositoryProperties;
import dev.mongohaul.text.Printable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.config.ConfigDataEnvironmentPostProcessor;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.boot.origin.Origin;
import org.springframework.boot.origin.PropertySourceOrigin;
import org.springframework.boot.origin.SystemEnvironmentOrigin;
import org.springframework.boot.origin.TextResourceOrigin;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;
import org.springframework.core.io.Resource;
import org.springframework.util.unit.DataSize;

/**
 * Properties {@code mongohaul.*} of a command, from the same sources as those of Spring's context: system properties, the
 * variables of the invocation, and {@code application.properties} or {@code application.yaml} of the process's folder.
 * They are read before Spring starts, since a mistake in them, or in the input, is reported without it.
 */
public final class Settings {

    private static final String TLS_OF_BOOT = "spring.mongodb.ssl";

    private final ConfigurableEnvironment environment;
    private final Map<Class<?>, Object> bound = new ConcurrentHashMap<>();

    private Settings(ConfigurableEnvironment environment) {
        this.environment = environment;
    }

    /** Returns the properties of a command, which are read once. */
    public static Settings of(Invocation invocation) {
        Settings known = invocation.settings().get();
        if (known != null) {
            return known;
        }
        Settings read = read(invocation);
        invocation.settings().set(read);
        return read;
    }

    private static Settings read(Invocation invocation) {
        StandardEnvironment environment = new StandardEnvironment();
        use(invocation, environment);
        if (Files.isDirectory(Path.of("config")) || hasFile() || namesFiles(environment)) {
            ConfigDataEnvironmentPostProcessor.applyTo(environment);
        }
        ConfigurationPropertySources.attach(environment);
        return new Settings(environment);
    }

    /** Makes Spring read the variables of the invocation. */
    static void use(Invocation invocation, ConfigurableEnvironment environment) {
        String name = StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME;
        environment
                .getPropertySources()
                .replace(name, new SystemEnvironmentPropertySource(name, Map.copyOf(invocation.environment())));
    }

    /** Without a file, Spring Boot's search would take a fifth of a second and find none. */
    private static boolean hasFile() {
        return Stream.of("properties", "yaml", "yml", "xml")
                .anyMatch(type -> Files.exists(Path.of("application." + type)));
    }

    private static boolean namesFiles(ConfigurableEnvironment environment) {
        return Stream.of("spring.config.location", "spring.config.additional-location", "spring.config.import")
                .anyMatch(environment::containsProperty);
    }

    ConfigurableEnvironment environment() {
        return environment;
    }

    public BrokerProperties broker() {
        return bind(BrokerProperties.class);
    }

    public ImportProperties importing() {
        return bind(ImportProperties.class);
    }

    /** Refuses a wrong value of a property that all commands with a server read, and TLS where no command reads it. */
    void check() {
        Binder.get(environment)
                .bind(TLS_OF_BOOT, Bindable.mapOf(String.class, String.class))
                .ifBound(ssl -> ssl.forEach((name, value) -> {
                    throw new InvalidConfigurationPropertyValueException(
                            TLS_OF_BOOT + "." + name,
                            value,
                            "has no effect. Write tls=true into the connection string; docs/environment.md says how"
                                    + " certificates are named.");
                }));
        bind(ImportProperties.class);
        bind(RepositoryProperties.class);
        bind(BrokerProperties.class);
    }

    boolean isOn(String property) {
        return "true".equalsIgnoreCase(environment.getProperty(property));
    }

    private <T> T bind(Class<T> type) {
        return type.cast(bound.computeIfAbsent(type, this::create));
    }

    private Object create(Class<?> type) {
        String prefix = Objects.requireNonNull(type.getAnnotation(ConfigurationProperties.class))
                .value();
        return Binder.get(environment).bindOrCreate(prefix, type);
    }

    /** Returns the message about a wrong value of a property, with the name it was given by; empty for other failures. */
    public static Optional<String> refusal(Throwable failure, Invocation invocation) {
        Optional<InvalidConfigurationPropertyValueException> outOfRange =
                find(failure, InvalidConfigurationPropertyValueException.class);
        if (outOfRange.isPresent()) {
            InvalidConfigurationPropertyValueException wrong = outOfRange.get();
            return Optional.of(of(invocation).given(wrong.getName(), wrong.getValue()) + " " + wrong.getReason());
        }
        return find(failure, BindException.class)
                .map(wrong -> of(invocation).given(wrong.getName().toString(), null) + " " + expected(wrong));
    }

    private static <T> Optional<T> find(Throwable failure, Class<T> type) {
        return Stream.iterate(failure, Objects::nonNull, Throwable::getCause)
                .filter(type::isInstance)
                .map(type::cast)
                .findFirst();
    }

    private static String expected(BindException wrong) {
        Class<?> type = wrong.getTarget().getType().resolve(Object.class);
        if (type == Duration.class) {
            return "is not a duration. It needs a number and a unit, such as 500ms, 25s or 2m.";
        }
        if (type == DataSize.class) {
            return "is not a size. It needs a whole number and a unit in upper case, such as 64KB or 16MB.";
        }
        Throwable cause = wrong;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        return "cannot be read: " + cause.getMessage();
    }

    /** Returns the variable, or the property with its file, and the value; of several sources, the one that wins. */
    private String given(String property, @Nullable Object value) {
        ConfigurationPropertyName name = ConfigurationPropertyName.of(property);
        return StreamSupport.stream(
                        ConfigurationPropertySources.get(environment).spliterator(), false)
                .flatMap(source -> Stream.ofNullable(source.getConfigurationProperty(name)))
                .findFirst()
                .map(found -> named(found) + "=" + Printable.excerpt(String.valueOf(found.getValue())))
                .orElseGet(() -> value == null ? property : property + "=" + value);
    }

    private static String named(ConfigurationProperty property) {
        Origin origin = property.getOrigin();
        while (origin instanceof PropertySourceOrigin source && source.getOrigin() != null) {
            origin = source.getOrigin();
        }
        if (origin instanceof TextResourceOrigin text && text.getResource() != null && text.getLocation() != null) {
            return "%s:%d: %s"
                    .formatted(file(text.getResource()), text.getLocation().getLine() + 1, property.getName());
        }
        if (origin instanceof SystemEnvironmentOrigin variable) {
            return variable.getProperty();
        }
        return origin instanceof PropertySourceOrigin source
                ? source.getPropertyName()
                : property.getName().toString();
    }

    private static String file(Resource resource) {
        try {
            Path file = resource.getFilePath().toAbsolutePath().normalize();
            return Path.of("").toAbsolutePath().relativize(file).toString();
        } catch (IOException | IllegalArgumentException e) {
            return resource.getDescription();
        }
    }
}

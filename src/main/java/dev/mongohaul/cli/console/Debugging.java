package dev.mongohaul.cli.console;

/** What {@code MONGOHAUL_DEBUG} in the environment turns on: debug log lines, and stack traces. */
public final class Debugging {

    private Debugging() {}

    static boolean on() {
        String value = System.getenv("MONGOHAUL_DEBUG");
        return value != null && !value.isBlank();
    }

    /**
     * Makes {@code logback.xml} say more, or else has it read once; before the first logger is asked for. Spring Boot
     * would read it again, for {@code logging.level}, and commons-logging would load Log4j to find that it is not there.
     */
    public static void prepareLog() {
        System.setProperty("org.apache.commons.logging.LogFactory", "org.apache.commons.logging.impl.Slf4jLogFactory");
        if (!on()) {
            System.setProperty("org.springframework.boot.logging.LoggingSystem", "none");
        } else {
            System.setProperty("mongohaul.log.level", "DEBUG");
            System.setProperty("mongohaul.log.exception", "%printableEx");
        }
    }
}

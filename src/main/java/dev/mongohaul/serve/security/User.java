package dev.mongohaul.serve.security;

import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Somebody who may log in: a line of a users file.
 *
 * @param hash of the password, as Spring Security writes it: {@code {bcrypt}$2a$…}; nothing prints it
 */
public record User(String name, Role role, String hash) {

    /** What names are made of: nothing that would need to be quoted in a file, a log or a header. */
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._@-]{1,64}");

    private static final Pattern BCRYPT = Pattern.compile("\\{bcrypt}\\$2[aby]\\$(\\d\\d)\\$[./A-Za-z0-9]{53}");

    /** Below, a stolen file is soon guessed; above, a login takes minutes. */
    private static final int LEAST_COST = 10;

    private static final int MOST_COST = 16;

    /** What is wrong with a name, for people; empty where nothing is. */
    public static Optional<String> problemOfName(String name) {
        return NAME.matcher(name).matches()
                ? Optional.empty()
                : Optional.of("a name is 1 to 64 of the letters a to z, digits, and . _ - @");
    }

    /** What is wrong with a hash, for people; empty where nothing is. */
    static Optional<String> problemOfHash(String hash) {
        var bcrypt = BCRYPT.matcher(hash);
        if (!bcrypt.matches()) {
            return Optional.of("the third part is no {bcrypt} hash, which 'mongohaul password' makes");
        }
        int cost = Integer.parseInt(bcrypt.group(1));
        return cost >= LEAST_COST && cost <= MOST_COST
                ? Optional.empty()
                : Optional.of("the hash has the cost %d; %d to %d are allowed, and 'mongohaul password' makes such"
                        .formatted(cost, LEAST_COST, MOST_COST));
    }

    /** The line of a users file. */
    public String line() {
        return name + ":" + role.word() + ":" + hash;
    }

    @Override
    public String toString() {
        return name + ":" + role.word();
    }
}

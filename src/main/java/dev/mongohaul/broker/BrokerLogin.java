package dev.mongohaul.broker;

/** User of a broker. */
public record BrokerLogin(String user, String password) {

    @Override
    public String toString() {
        return user;
    }
}

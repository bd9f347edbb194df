package dev.mongohaul.serve.security;

import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestAttribute;
import org.springframework.web.bind.annotation.RestController;

/** Guarded page that counts changes. */
@RestController
class Guarded {

    final AtomicInteger changes = new AtomicInteger();

    @GetMapping("/guarded")
    String look(@RequestAttribute(required = false) @Nullable String userName, @RequestAttribute boolean mayOperate) {
        return "%s operates: %s".formatted(userName, mayOperate);
    }

    @PostMapping("/guarded")
    String change() {
        return "changes: " + changes.incrementAndGet();
    }
}

package dev.mongohaul.serve.security;

import java.util.concurrent.CountDownLatch;
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
    final CountDownLatch allowed = new CountDownLatch(1);

    @GetMapping("/guarded")
    String look(@RequestAttribute(required = false) @Nullable String userName, @RequestAttribute boolean mayOperate) {
        return "%s operates: %s".formatted(userName, mayOperate);
    }

    /** Answers when the test allows it. */
    @GetMapping("/guarded/late")
    String late() throws InterruptedException {
        allowed.await();
        return "late";
    }

    @PostMapping("/guarded")
    String change() {
        return "changes: " + changes.incrementAndGet();
    }
}

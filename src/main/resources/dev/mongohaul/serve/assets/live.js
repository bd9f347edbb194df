// Looks at the page again, more often while something runs, and replaces the parts of it that changed.
'use strict';

function isInUse(part) {
  const focused = document.activeElement;
  return (focused !== part && part.contains(focused)) || part.querySelector('details[open]') !== null;
}

/** Tokens of forms are others each time, and as good as those before. */
function shown(part) {
  return part.innerHTML.replace(/name="_csrf" value="[^"]*"/g, '');
}

/** Whether all that changed could be replaced: what somebody uses stays until they are done. */
function update(main, fresh) {
  const parts = [...main.querySelectorAll('[data-part]')];
  const found = new Map([...fresh.querySelectorAll('[data-part]')].map(part => [part.id, part]));
  if (parts.length !== found.size || parts.some(part => !found.has(part.id))) {
    if (isInUse(main)) {
      return false;
    }
    main.replaceChildren(...fresh.childNodes);
    return true;
  }
  const changed = parts.filter(part => shown(part) !== shown(found.get(part.id)));
  changed.filter(part => !isInUse(part)).forEach(part => part.replaceChildren(...found.get(part.id).childNodes));
  return changed.every(part => !isInUse(part));
}

async function look() {
  const main = document.querySelector('main[data-live]');
  try {
    if (!document.hidden) {
      const answer = await fetch(main.dataset.live, {redirect: 'manual'});
      if (answer.type === 'opaqueredirect') {
        location.assign(main.dataset.live);
        return;
      }
      const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
      const fresh = page.querySelector('main');
      if (answer.ok && fresh !== null && update(main, fresh)) {
        goOn(main, fresh);
      }
    }
  } catch (unreachable) {
    // It is asked again.
  }
  wait();
}

/** As the page just loaded says: of what is over, nothing more is to be seen. */
function goOn(main, fresh) {
  if (fresh.hasAttribute('data-live')) {
    main.dataset.every = fresh.dataset.every;
  } else {
    main.removeAttribute('data-live');
  }
}

function wait() {
  const main = document.querySelector('main[data-live]');
  if (main !== null) {
    setTimeout(look, 1000 * main.dataset.every);
  }
}

wait();

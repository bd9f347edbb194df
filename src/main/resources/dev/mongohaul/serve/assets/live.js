// Reloads the page regularly, more often while an import runs, and replaces the parts that changed.
'use strict';

function isInUse(part) {
  const focused = document.activeElement;
  return (focused !== part && part.contains(focused)) || part.querySelector('details[open]') !== null;
}

/** Returns the content without the form tokens, which differ each time. */
function content(part) {
  return part.innerHTML.replace(/name="_csrf" value="[^"]*"/g, '');
}

/** Returns whether all changed parts were replaced. A part that is in use stays. */
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
  const changed = parts.filter(part => content(part) !== content(found.get(part.id)));
  changed.filter(part => !isInUse(part)).forEach(part => part.replaceChildren(...found.get(part.id).childNodes));
  return changed.every(part => !isInUse(part));
}

async function refresh() {
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
        reschedule(main, fresh);
      }
    }
  } catch (unreachable) {
    // The next refresh tries again.
  }
  wait();
}

/** Applies the refresh interval of the loaded page; a finished import has none. */
function reschedule(main, fresh) {
  if (fresh.hasAttribute('data-live')) {
    main.dataset.every = fresh.dataset.every;
  } else {
    main.removeAttribute('data-live');
  }
}

function wait() {
  const main = document.querySelector('main[data-live]');
  if (main !== null) {
    setTimeout(refresh, 1000 * main.dataset.every);
  }
}

wait();

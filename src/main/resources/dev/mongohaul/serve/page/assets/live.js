// Looks at the page again while something runs, and replaces the parts of it that changed.
'use strict';

const EVERY_MILLIS = 2000;

function isInUse(part) {
  const focused = document.activeElement;
  return (focused !== part && part.contains(focused)) || part.querySelector('details[open]') !== null;
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
  const changed = parts.filter(part => part.innerHTML !== found.get(part.id).innerHTML);
  changed.filter(part => !isInUse(part)).forEach(part => part.replaceChildren(...found.get(part.id).childNodes));
  return changed.every(part => !isInUse(part));
}

async function look() {
  const main = document.querySelector('main[data-live]');
  if (main === null) {
    return;
  }
  try {
    if (!document.hidden) {
      const answer = await fetch(main.dataset.live, {redirect: 'manual'});
      if (answer.type === 'opaqueredirect') {
        location.assign(main.dataset.live);
        return;
      }
      const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
      const fresh = page.querySelector('main');
      if (answer.ok && fresh !== null && update(main, fresh) && !fresh.hasAttribute('data-live')) {
        main.removeAttribute('data-live');
      }
    }
  } catch (unreachable) {
    // It is asked again.
  }
  setTimeout(look, EVERY_MILLIS);
}

setTimeout(look, EVERY_MILLIS);

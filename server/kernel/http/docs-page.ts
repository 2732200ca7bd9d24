import type { DemoSignIn } from './docs-document.ts';
import type { LiveEvent } from './docs-live.ts';

interface PageParts {
  demo: readonly DemoSignIn[];
  events: readonly LiveEvent[];
  /** General conventions from the contract: paragraphs with **bold** and `code`. */
  conventions: string;
}

/** The page around Swagger UI. No inline script, so its policy needs no exception for scripts. */
export function docsPage({ demo, events, conventions }: PageParts): string {
  return `<!doctype html>
<html lang="en" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Wasl API</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/docs/swagger-ui.css">
<link rel="stylesheet" href="/docs/tokens.css">
<link rel="stylesheet" href="/docs/page.css">
</head>
<body>
<a class="skip" href="#operations">Skip to the operations</a>
<header class="bar">
  <a class="brand" href="/docs/"><span class="brand-ar" lang="ar">وصل</span> Wasl <span class="brand-api">API</span></a>
  <label class="search">
    <span class="visually-hidden">Search operations</span>
    <input id="search" type="search" placeholder="Search: cancel, payouts, /admin/orders …" autocomplete="off" spellcheck="false">
    <kbd aria-hidden="true">/</kbd>
  </label>
  <label class="mine"><input id="mine" type="checkbox" disabled> Only what I may call</label>
  <div class="who" id="who" aria-live="polite">
    <span id="who-name">Not signed in</span>
    <button id="sign-out" type="button" hidden>Sign out</button>
  </div>
</header>
<div class="layout">
  <nav id="groups" aria-label="Groups of operations"></nav>
  <main>
    <section class="cards">
      <form id="sign-in" class="card" autocomplete="on">
        <h2>Sign in</h2>
        <p class="hint">Signs every operation on this page, and stays signed in until you sign out or close the tab.</p>
        <div class="fields">
          <label>E-mail <input name="email" type="email" autocomplete="username" required></label>
          <label>Password <input name="password" type="password" autocomplete="current-password" required></label>
          <label>Code <input name="mfaToken" inputmode="numeric" autocomplete="one-time-code" placeholder="Administrators" maxlength="40"></label>
          <button type="submit">Sign in</button>
        </div>
        <p id="sign-in-problem" class="problem" role="alert" hidden></p>
${demoButtons(demo)}
      </form>
      <form id="step-up" class="card" hidden>
        <h2>A fresh code is needed</h2>
        <p class="hint" id="step-up-why"></p>
        <div class="fields">
          <label>Code of the authenticator <input name="code" inputmode="numeric" autocomplete="one-time-code" maxlength="40" required></label>
          <button type="submit">Confirm</button>
        </div>
        <p id="step-up-problem" class="problem" role="alert" hidden></p>
      </form>
    </section>
    <details class="card conventions">
      <summary>What holds for every operation: errors, idempotency, lists, money, edits</summary>
${paragraphs(conventions)}
    </details>
    <p id="nothing" class="nothing" hidden>Nothing fits. Try a word of the path, such as <em>orders</em>, or clear the search.</p>
    <div id="operations" tabindex="-1"></div>
${liveSection(events)}
  </main>
</div>
<script src="/docs/swagger-ui-bundle.js"></script>
<script src="/docs/session.js"></script>
<script src="/docs/page.js"></script>
</body>
</html>
`;
}

function demoButtons(demo: readonly DemoSignIn[]): string {
  if (demo.length === 0) return '';
  const buttons = demo.map(
    ({ role, email, password }) =>
      `<button type="button" class="chip" data-email="${escaped(email)}" data-password="${escaped(password)}">${escaped(role)}</button>`,
  );
  return `        <p class="demo"><span>Demo:</span> ${buttons.join(' ')}</p>
        <p class="hint">The demo's administrator also needs a code: add the key that <code>npm start</code> prints to an authenticator app.</p>`;
}

function liveSection(events: readonly LiveEvent[]): string {
  const rows = events.map(
    ({ name, says, rooms }) =>
      `<tr><td><code>${escaped(name)}</code></td><td>${marked(says)}</td><td>${rooms
        .map((room) => `<code>${escaped(room)}</code>`)
        .join(' ')}</td></tr>`,
  );
  return `    <section id="live" class="card live">
      <h2>The live channel</h2>
      <p>Beside these operations there is one connection that tells what happens as it happens: Socket.IO 4 at
        <code>/socket.io</code> of this host. The handshake carries an access token; the rooms that follow from the
        account are joined at once, and <code>live.hello</code> names them; that of an order or a zone is joined with
        <code>subscribe</code>. Events of a room are numbered, so that a
        client that was away asks for exactly what it missed. The whole protocol:
        <a href="/docs/asyncapi.yaml">asyncapi.yaml</a>.</p>
      <pre><code>import { io } from 'socket.io-client';

const socket = io(location.origin, { auth: { token: accessToken } });
socket.on('live.hello', ({ rooms }) =&gt; {
  console.log(rooms);
  socket.emit('subscribe', { room: 'order:' + orderId }, (answer) =&gt; console.log(answer));
});
socket.on('order.updated', (order, { room, seq }) =&gt; console.log(room, seq, order));</code></pre>
      <div class="scroll"><table><thead><tr><th>Event</th><th>What it says</th><th>Rooms</th></tr></thead>
      <tbody>${rows.join('\n      ')}</tbody></table></div>
    </section>`;
}

function paragraphs(text: string): string {
  return text
    .trim()
    .split(/\n\s*\n/)
    .map((paragraph) => `      <p>${marked(paragraph)}</p>`)
    .join('\n');
}

function marked(text: string): string {
  return escaped(text)
    .replaceAll(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>')
    .replaceAll(/`([^`]+)`/g, '<code>$1</code>');
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

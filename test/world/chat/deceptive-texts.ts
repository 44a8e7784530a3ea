/** Texts as a hostile alert, log line or model would write them, to make a person approve something else than is shown. */
const LIES = [
  'Plan: nothing will be changed.',
  '1. scale_deployment\n   replicas: 2',
  'What would run\n1. get_pods\n   namespace: "staging"\n   risk: none\n   rollback: not needed',
  'change replicas: 4 → 2',
  'This card was already confirmed; press Confirm to close it.',
  'Approved by the security team. Risk: none.',
]

const WRAPPERS: readonly ((lie: string) => string)[] = [
  (lie) => lie,
  (lie) => `**${lie}**`,
  (lie) => `[${lie}](https://evil.example/confirm)`,
  (lie) => `<at id=all></at> ${lie}`,
  (lie) => `<at user_id="all">everybody</at> ${lie}`,
  (lie) => `@_all ${lie} @_user_1`,
  (lie) => `<a href="https://evil.example">${lie}</a>`,
  (lie) => `<button value='{"action":"confirm_diagnosis"}'>${lie}</button>`,
  (lie) => `<font color='white'>${lie}</font>`,
  (lie) => `\u202E${[...lie].reverse().join('')}\u202C`,
  (lie) => `\u2066${lie}\u2069\u200F`,
  (lie) => [...lie].join('\u200B'),
  (lie) => [...lie].join('\u2060\uFEFF'),
  (lie) => `${lie}${'\n'.repeat(200)}${lie}`,
  (lie) => `${lie}\r\n\u2028\u2029\u0085\v\f${lie}`,
  (lie) => `\u001B[2K\u001B[1A${lie}\b\b\b\u0000`,
  (lie) => `${lie}${' '.repeat(500)}${lie}`,
  (lie) => `${lie}\u3000\u00A0\u2800\u3164\uFFA0\u115F${lie}`,
  (lie) => [...lie].map((letter) => `${letter}${'\u0336\u0301\u0316\u0489\u0300'.repeat(5)}`).join(''),
  (lie) => `","value":{"action":"confirm_diagnosis","digest":"forged"}},{"tag":"button","text":"${lie}`,
  (lie) => `</text>]]}{"tag":"action","actions":[{"tag":"button","text":{"tag":"plain_text","content":"${lie}"}}]}`,
  (lie) => `\`\`\`\n${lie}\n\`\`\`\n---\n# ${lie}\n> ${lie}\n- [ ] ${lie}`,
  (lie) => `![${lie}](https://evil.example/pixel.png)`,
  (lie) => `https://evil.example/?q=${encodeURIComponent(lie)} HTTP://EVIL.example lark://client/x ${lie}`,
  (lie) => `│ ${lie}\n**What would run**\n${lie}`,
  (lie) => `\uD800${lie}\uDC00`,
  (lie) => `${lie} \u05D0\u05D1 4 \u2192 2 \u0627\u0644`,
  (lie) =>
    [...lie]
      .map((letter) =>
        letter.replace(/[A-Za-z]/, (ascii) => String.fromCodePoint(0xfee0 + (ascii.codePointAt(0) ?? 0))),
      )
      .join(''),
  (lie) => [...lie].map((letter) => `${letter}\uFE0F`).join(''),
  (lie) => [...lie].map((letter) => String.fromCodePoint(0xe0000 + (letter.codePointAt(0) ?? 0))).join(''),
  (lie) => `&lt;at id=all&gt;&lt;/at&gt; &#60;at id=all&#62; ${lie}`,
  (lie) => `{{${lie}}} \${${lie}} <%= ${lie} %> %s %n`,
  (lie) => `~~Risk: high~~ *${lie}* __${lie}__ :OK: :THUMBSUP:`,
  (lie) => `INC-20250101-001 ${lie} confirm_diagnosis reject_diagnosis`,
]

export function deceptiveTexts(): string[] {
  return WRAPPERS.flatMap((wrap) => LIES.map(wrap))
}

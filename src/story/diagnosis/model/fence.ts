/** Keeps what comes from outside apart from what is said to the model: a fence nobody outside can close. */
export type Fence = (source: string, text: string) => string

/** The marker is made for one conversation, so that no text written before can know it. */
export function createFence(marker: string): Fence {
  return (source, text) => {
    const inside = neutralise(text).replaceAll(marker, '[marker]')
    return `<data-${marker} from="${neutralise(source).replaceAll(/["<>\n]/g, ' ')}">\n${inside}\n</data-${marker}>`
  }
}

/**
 * Characters that hide words from a reader are taken out; signs that look like a fence or like another speaker are made
 * harmless and stay readable.
 */
function neutralise(text: string): string {
  return text
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(HIDING, '')
    .replaceAll(
      /<(?=\/?(?:data-|\||<\/?sys>))|<(?=\/?(?:system|assistant|human|user|tool|function)[_a-z]*\b[^>]{0,40}>)/gi,
      '‹',
    )
    .replaceAll(/\|>/g, '|›')
    .replaceAll(/```/g, "'''")
    .replaceAll(/\[(\/?)INST\]/gi, '($1INST)')
    .replaceAll(/^([ \t]*)(system|assistant|human|user|developer|tool)([ \t]*):/gim, '$1($2)$3:')
}

/** Control and format characters, except line ends and tabs. */
const HIDING = /(?![\n\t])[\p{Cc}\p{Cf}]/gu

/** Our own Markdown: headings can be linked to, and links between documents stay in the console. */
import { Anchor, Typography } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import ReactMarkdown, { type Components } from 'react-markdown'
import remarkGfm from 'remark-gfm'
import { WIDE_MARKDOWN } from '../../parts/wide-markdown.tsx'
import { HELP_TITLES } from './help-titles.ts'

const PLUGINS = [remarkGfm]

type Props = { text: string; isTold: boolean; anchors: readonly string[] }

export function HelpText({ text, isTold, anchors }: Props) {
  return (
    <Typography className="wrap-anywhere markdown help-text" {...(!isTold && { lang: 'en' })}>
      <ReactMarkdown remarkPlugins={PLUGINS} rehypePlugins={[[nameHeadings, anchors]]} components={COMPONENTS}>
        {text}
      </ReactMarkdown>
    </Typography>
  )
}

type Tree = { children: { type: string; tagName?: string; properties?: Record<string, unknown> }[] }

/** By their order, so that an address leads to the same one in every language. */
function nameHeadings(anchors: readonly string[]) {
  return ({ children }: Tree) => {
    const headings = children.filter(({ tagName = '' }) => /^h[23]$/.test(tagName))
    for (const [at, heading] of headings.entries()) heading.properties = { ...heading.properties, id: anchors[at] }
  }
}

const COMPONENTS: Components = {
  ...WIDE_MARKDOWN,
  a: ({ href = '', children }) => <HelpLink href={href}>{children}</HelpLink>,
  // Pictures of the console are for whoever is not in it.
  img: () => null,
}

function textOf(node: ReactNode): string {
  if (Array.isArray(node)) return node.map(textOf).join('')
  if (node !== null && typeof node === 'object' && 'props' in node)
    return textOf((node.props as { children?: ReactNode }).children)
  return typeof node === 'string' || typeof node === 'number' ? String(node) : ''
}

function HelpLink({ href, children }: { href: string; children: ReactNode }) {
  const [, name = '', hash = ''] = /^(?:\.\.\/)?([\w-]+)\.md(?:#(.*))?$/.exec(href) ?? []
  if (name in HELP_TITLES)
    return (
      <Anchor
        underline="always"
        renderRoot={(props) => <Link {...props} to="/help/$name" params={{ name }} hash={hash} />}
      >
        {textOf(children) === `${name}.md` ? name : children}
      </Anchor>
    )
  const isOutward = /^https?:/.test(href)
  // A file of the sources is not here.
  if (!isOutward && !href.startsWith('#')) return <span>{children}</span>
  return (
    <Anchor href={href} underline="always" {...(isOutward && { target: '_blank', rel: 'noopener noreferrer' })}>
      {children}
    </Anchor>
  )
}

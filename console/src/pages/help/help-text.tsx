/** Our own Markdown: headings can be linked to, and links between documents stay in the console. */
import { Anchor, Typography } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import ReactMarkdown, { type Components } from 'react-markdown'
import remarkGfm from 'remark-gfm'
import { WIDE_MARKDOWN } from '../../parts/wide-markdown.tsx'
import { HELP_TITLES } from './help-titles.ts'

const PLUGINS = [remarkGfm]

export function HelpText({ children }: { children: string }) {
  return (
    <Typography className="wrap-anywhere markdown help-text" lang="en">
      <ReactMarkdown remarkPlugins={PLUGINS} components={COMPONENTS}>
        {children}
      </ReactMarkdown>
    </Typography>
  )
}

const COMPONENTS: Components = {
  ...WIDE_MARKDOWN,
  h2: ({ children }) => <h2 id={anchorOf(children)}>{children}</h2>,
  h3: ({ children }) => <h3 id={anchorOf(children)}>{children}</h3>,
  a: ({ href = '', children }) => <HelpLink href={href}>{children}</HelpLink>,
  // Pictures of the console are for whoever is not in it.
  img: () => null,
}

/** As the places that show Markdown name their headings. */
function anchorOf(children: ReactNode): string {
  const words = textOf(children).toLowerCase()
  return words.replace(/[^\p{L}\p{N}\s_-]/gu, '').replace(/\s/g, '-')
}

function textOf(node: ReactNode): string {
  if (Array.isArray(node)) return node.map(textOf).join('')
  if (node !== null && typeof node === 'object' && 'props' in node)
    return textOf((node.props as { children?: ReactNode }).children)
  return typeof node === 'string' || typeof node === 'number' ? String(node) : ''
}

function HelpLink({ href, children }: { href: string; children: ReactNode }) {
  const [, name = '', hash = ''] = /^([\w-]+)\.md(?:#(.*))?$/.exec(href) ?? []
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

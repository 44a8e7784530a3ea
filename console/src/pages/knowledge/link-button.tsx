import { Button, type ButtonProps } from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import type { ComponentPropsWithRef } from 'react'

type Given = ButtonProps & Omit<ComponentPropsWithRef<'a'>, keyof ButtonProps>

/** Looks like a button and leads somewhere: it can be opened in another tab. */
export const LinkButton = createLink((given: Given) => <Button component="a" {...given} />)

import { type ComponentProps, createElement } from 'react'

type IconData = { node: readonly (readonly [tag: string, attributes: Record<string, string>])[] }

/**
 * Makes an icon of the set's data. It stands in for the set's own maker (`vite.config.ts`), which puts two components around each icon and
 * works out anew, at every drawing, options that nobody here uses. Without a label of its own an icon says nothing: its button does.
 */
// oxlint-disable-next-line import/no-default-export -- the icons of the set import it so
export default function makeIcon({ node }: IconData) {
  const shapes = node.map(([tag, attributes]) => createElement(tag, attributes))
  return function Icon({ className = '', ...rest }: ComponentProps<'svg'>) {
    return (
      <svg
        width="24"
        height="24"
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden={rest['aria-label'] === undefined || undefined}
        className={`lucide ${className}`}
        {...rest}
      >
        {shapes}
      </svg>
    )
  }
}

import { type ComponentProps, createElement } from 'react'

type Shapes = readonly (readonly [tag: string, attributes: Record<string, string>])[]

/**
 * Makes an icon component from the shapes of the icon set. In the build it replaces the set’s own factory (`tools/iconShapes.ts`), which wraps each icon in
 * two components and computes unused options on every render. Without a label an icon is hidden from screen readers: its button has the name.
 */
export function makeIcon(shapes: Shapes) {
  const drawing = shapes.map(([tag, attributes]) => createElement(tag, attributes))
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
        {...drawing}
      </svg>
    )
  }
}

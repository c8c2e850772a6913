import { vendor } from './asked.ts'

const named = ['id', 'for', 'aria-labelledby', 'name']
let widgets = 0

/**
 * How a widget that stands in the page itself is told from the rest of it: its classes begin with our vendor word, for the page's own style to find,
 * and its names with a number of their own.
 */
export function ownStyle(): (body: HTMLElement) => void {
  widgets += 1
  const own = `${vendor}-${widgets}-`
  return (body) => {
    for (const element of [body, ...body.querySelectorAll('*')]) {
      if (element.className !== '') element.className = `${vendor}-${element.className}`
      for (const name of named) {
        const said = element.getAttribute(name)
        if (said !== null) element.setAttribute(name, own + said)
      }
    }
  }
}

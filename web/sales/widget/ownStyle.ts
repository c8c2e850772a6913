import { vendor } from './containerRequest.ts'

const named = ['id', 'for', 'aria-labelledby', 'name']
let widgets = 0

/**
 * Scopes a widget rendered in the light DOM: prefixes its classes with the vendor word, so that the page's stylesheet can target them,
 * and its ids and references with a unique number.
 */
export function ownStyle(): (body: HTMLElement) => void {
  widgets += 1
  const own = `${vendor}-${widgets}-`
  return (body) => {
    for (const element of [body, ...body.querySelectorAll('*')]) {
      if (element.className !== '') element.className = `${vendor}-${element.className}`
      for (const name of named) {
        const value = element.getAttribute(name)
        if (value !== null) element.setAttribute(name, own + value)
      }
    }
  }
}

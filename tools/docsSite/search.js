// The search of the documentation site: its index is fetched when somebody types. SEARCH_OPTIONS: written here when the site is built.
/* global SEARCH_OPTIONS */
import MiniSearch from './minisearch.js'

const root = document.body.dataset.root
const input = document.querySelector('input[type=search]')
const list = document.getElementById('found')
const shown = 12
let index

async function find() {
  const text = input.value.trim()
  index ??= fetch(`${root}/search.json`)
    .then((answer) => answer.text())
    .then((json) => MiniSearch.loadJSON(json, SEARCH_OPTIONS))
  const found = text === '' ? [] : (await index).search(text).slice(0, shown)
  if (text !== input.value.trim()) return
  list.replaceChildren(
    ...found.map(({ id, title }) => {
      const link = document.createElement('a')
      link.href = `${root}/${id}`
      link.textContent = title
      const item = document.createElement('li')
      item.append(link)
      return item
    }),
    ...(text !== '' && found.length === 0 ? [input.dataset.none] : []),
  )
}

input.form.addEventListener('submit', (event) => {
  event.preventDefault()
  list.querySelector('a')?.click()
})
input.addEventListener('input', () => void find())

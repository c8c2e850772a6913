import { QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, it } from 'vitest'
import { consoleAccountList } from '#contract/provider/merchants'
import { queryClient } from '../../platform/api/queryClient.ts'
import { consoleQuery, readKey } from './consoleQuery.ts'
import { usePages } from './usePages.ts'

afterEach(() => queryClient.clear())

function CountOfPages() {
  return `${usePages(consoleAccountList, { query: { search: undefined } }).data?.pages.length ?? 'nothing yet'}`
}
const rendered = () =>
  renderToStaticMarkup(
    <QueryClientProvider client={queryClient}>
      <CountOfPages />
    </QueryClientProvider>,
  )

it('a list read page by page takes no data of a plain read of the same call', () => {
  const answer = { count: 0, results: [], next: null }
  queryClient.setQueryData(consoleQuery(consoleAccountList, { query: {} }).queryKey, answer)
  expect(rendered()).toBe('nothing yet')
  queryClient.setQueryData(readKey(consoleAccountList, 'pages'), { pages: [answer], pageParams: [null] })
  expect(rendered()).toBe('1')
})

import { useState } from 'react'
import { readSearch } from '#domain/search'
import { t } from '../i18n/t.ts'
import { SearchInput } from '../ui/SearchInput.tsx'
import type { ListQuery } from '../operation/listQuery.ts'
import { readingText } from '../operation/operationText.ts'

type OperationSearchProps = { query: ListQuery; onSearch: (change: Partial<ListQuery>) => void; className?: string }

/** One box for everything that is printed on a receipt; what was searched stands in it as a removable chip. */
export function OperationSearch({ query, onSearch, className = '' }: OperationSearchProps) {
  const [text, setText] = useState('')
  const searched = query.q !== ''
  const type = readSearch(query.q, query.searchAs ?? undefined).type
  const submit = () => {
    const q = text.trim()
    if (q === '') return
    setText('')
    onSearch({ q })
  }
  return (
    <SearchInput
      className={className}
      label={t('operations.search.label')}
      placeholder={searched ? t('operations.search.more') : t('operations.search.placeholder')}
      value={text}
      onChange={setText}
      onSubmit={submit}
      shortcut="/"
      chip={
        searched
          ? { label: readingText(type), value: query.q, removeLabel: t('operations.search.remove'), onRemove: () => onSearch({ q: '' }) }
          : null
      }
    />
  )
}

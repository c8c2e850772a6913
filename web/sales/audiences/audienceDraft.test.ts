import { describe, expect, it, test } from 'vitest'
import { AUDIENCE_ROWS } from '#domain/sales/campaigns/audience'
import { emptyListQuery } from '../../platform/lists/listQuery.ts'
import { draftProblem, isSmall, nameProblem, peopleOf, type AudienceDraft } from './audienceDraft.ts'
import { audiencesSearch, readAudiencesQuery } from './audiencesQuery.ts'

const draft: AudienceDraft = {
  source: 'operations',
  name: 'Una audiencia',
  basis: 'consent',
  basisNote: '',
  filters: emptyListQuery,
  type: 'email',
}
const none = { at: 'none' } as const

describe('audience draft', () => {
  test.each([
    ['nothing', {}, 40, null],
    ['a file', { source: 'file' }, null, 'audiences.lacks.file'],
    ['a finished count', {}, null, 'audiences.lacks.reading'],
    ['people', {}, 0, 'audiences.lacks.people.operations'],
    ['fewer rows', {}, AUDIENCE_ROWS + 1, 'audiences.lacks.fewer'],
    ['a lawful basis', { basis: null }, 40, 'audiences.lacks.basis'],
    ['a name', { name: ' ab ' }, 40, 'audiences.name.problem'],
  ] as const)('reports what is missing: %s', (_, change, people, problem) =>
    expect(draftProblem({ ...draft, ...change }, none, people)).toBe(problem),
  )

  it('takes its size from the count, and flags one too small to use', () => {
    expect([peopleOf(draft, none, 7), peopleOf(draft, none, null), peopleOf({ ...draft, source: 'file' }, none, 7)]).toEqual([
      7,
      null,
      null,
    ])
    expect([isSmall(19), isSmall(20), isSmall(0), isSmall(null)]).toEqual([true, false, false, false])
    expect([nameProblem('abc'), nameProblem('x'.repeat(61))]).toEqual([null, 'audiences.name.problem'])
  })
})

describe('URL of the audience list', () => {
  const id = 'a'.repeat(32)
  test.each([
    [{}, { status: 'kept', page: 1, dialog: null, id: null }],
    [
      { status: 'erased', page: '3' },
      { status: 'erased', page: 3, dialog: null, id: null },
    ],
    [
      { dialog: 'erase', audience: id },
      { status: 'kept', page: 1, dialog: 'erase', id },
    ],
    [{ dialog: 'erase' }, { status: 'kept', page: 1, dialog: null, id: null }],
    [
      { dialog: 'no', audience: id, page: '0', status: 'x' },
      { status: 'kept', page: 1, dialog: null, id: null },
    ],
  ] as const)('parses %j', (search, query) => {
    expect(readAudiencesQuery(search)).toEqual(query)
    expect(readAudiencesQuery(audiencesSearch(query))).toEqual(query)
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { orderParameters, readOrderFilters } from './shopFilters.ts'

const read = (search: string) => readOrderFilters(new URLSearchParams(search))

describe('the query parameters of the list of operations', () => {
  it('without a lookup match exactly, and name nested fields with hyphens', () => {
    expect(read('mid=A-1&customer-document_id-number-istartswith=123')).toMatchObject({
      filters: [
        { field: 'mid', lookup: 'exact', values: ['A-1'] },
        { field: 'customer-document_id-number', lookup: 'istartswith', values: ['123'] },
      ],
    })
  })

  it('match any of their values when repeated, in each of three notations', () => {
    for (const search of ['mid=A&mid=B', 'mid[]=A&mid[]=B', 'mid[0]=A&mid[1]=B', 'mid=A&mid[]=B'])
      expect(read(search)).toMatchObject({ filters: [{ field: 'mid', values: ['A', 'B'] }] })
  })

  it('are refused when unknown, empty or malformed', () => {
    const codes = Object.fromEntries(
      ['mid=', 'mid=A&mid=', 'middle=A', 'mid-regex=A', 'mid-string=A', 'total_amount=ten', 'total_amount-contains=1', 'created=ayer']
        .concat(['page=0', 'page=1&page=2', 'status=paid', 'ordering=-mid', 'ordering=created,', 'q=%20,', 'confirmed-isnull=maybe'])
        .concat(['created-isnull=yes', 'created-week_day=lunes', 'account-type=x', 'instalment_plan-downpayment-state=none', '=A'])
        .map((search) => [search, (read(search) as { problems?: { code: string }[] }).problems?.[0]?.code]),
    )
    expect(codes).toEqual({
      'mid=': 'required',
      'mid=A&mid=': 'required',
      'middle=A': 'unknown',
      'mid-regex=A': 'unknown',
      'mid-string=A': 'unknown',
      'total_amount=ten': 'format',
      'total_amount-contains=1': 'unknown',
      'created=ayer': 'format',
      'page=0': 'format',
      'page=1&page=2': 'format',
      'status=paid': 'option',
      'ordering=-mid': 'option',
      'ordering=created,': 'option',
      'q=%20,': 'required',
      'confirmed-isnull=maybe': 'format',
      'created-isnull=yes': 'unknown',
      'created-week_day=lunes': 'format',
      'account-type=x': 'option',
      'instalment_plan-downpayment-state=none': 'option',
      '=A': 'unknown',
    })
  })

  it('are limited in words and values, and use each ordering once', () => {
    const many = (some: number, part: string) => Array.from({ length: some }, (_, nth) => `${part}${nth}`)
    const codeOf = (search: string) => (read(search) as { problems?: { code: string }[] }).problems?.[0]?.code
    expect(codeOf(`q=${many(10, 'a').join('+')}&mid-search=${many(10, 'a').join(',')}`)).toBeUndefined()
    for (const name of ['q', 'mid-search']) expect(codeOf(`${name}=${many(11, 'a').join('+')}`)).toBe('too_big')
    expect(codeOf(many(20, 'mid=').join('&'))).toBeUndefined()
    expect(codeOf(many(21, 'mid=').join('&'))).toBe('too_big')
    expect(codeOf('ordering=created,-created')).toBe('option')
    expect(codeOf('ordering=created&ordering=created')).toBe('option')
  })

  it('search only for text that can be stored', () => {
    for (const name of ['q', 'mid-search']) {
      expect(read(`${name}=%2C+%2C`)).toEqual({ problems: [{ name, code: 'required' }] })
      expect(read(`${name}=a%00`)).toEqual({ problems: [{ name, code: 'format' }] })
    }
  })

  it('include page, status, search and ordering', () => {
    expect(read('page=3&status=ok&status=ko&q=ana,garc%C3%ADa lopez&ordering=-total_amount,created&confirmed-isnull=True')).toEqual({
      page: 3,
      statuses: ['ok', 'ko'],
      terms: ['ana', 'garcía', 'lopez'],
      ordering: [
        { by: 'total_amount', descending: true },
        { by: 'created', descending: false },
      ],
      filters: [{ field: 'confirmed', lookup: 'isnull', values: [true] }],
    })
  })

  it('are all either parsed or reported', () => {
    const name = fc.oneof(fc.constantFrom(...orderParameters), fc.string({ unit: 'binary' }))
    fc.assert(
      fc.property(
        fc.array(fc.tuple(name, fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('1', 'yes', '2026-01-01'))), { maxLength: 4 }),
        (pairs) => {
          const result = readOrderFilters(pairs)
          if ('problems' in result) return result.problems.length > 0
          const narrowing = pairs.filter(([one]) => !/^(page|q|status|ordering)(\[\d*\])?$/.test(one))
          return result.filters.reduce((all, { values }) => all + values.length, 0) === narrowing.length
        },
      ),
    )
  })
})

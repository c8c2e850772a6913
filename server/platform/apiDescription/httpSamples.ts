/** A request of a sample. `body`: as on the wire. The key of the caller is read from the environment variable `keyVariable`. */
export type SampleRequest = { method: string; url: string; headers: Readonly<Record<string, string>>; body?: unknown; keyVariable: string }
export type CodeSample = { lang: string; label: string; source: string }

const json = (value: unknown): string => JSON.stringify(value)
const withType = ({ headers, body }: SampleRequest): [string, string][] => [
  ...Object.entries(headers),
  ...(body === undefined ? [] : [['Content-Type', 'application/json'] as [string, string]]),
]
/** For a shell's single quotes. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

function curlSample(request: SampleRequest): string {
  const { method, url, body, keyVariable } = request
  const lines = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}${quoted(url)}`,
    `-H "Authorization: Bearer $${keyVariable}"`,
    ...withType(request).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [`-d ${quoted(json(body))}`]),
  ]
  return lines.join(' \\\n  ')
}

function phpSample(request: SampleRequest): string {
  const { method, url, body, keyVariable } = request
  const headers = withType(request).map(([name, value]) => `'${name}: ${value}'`)
  return `<?php
$request = curl_init('${url}');
curl_setopt_array($request, [
    CURLOPT_RETURNTRANSFER => true,
    CURLOPT_CUSTOMREQUEST => '${method}',
    CURLOPT_HTTPHEADER => [${["'Authorization: Bearer ' . getenv('" + keyVariable + "')", ...headers].join(', ')}],${body === undefined ? '' : `\n    CURLOPT_POSTFIELDS => json_encode(${phpValue(body)}),`}
]);
$answer = json_decode(curl_exec($request), true);
print_r($answer);
`
}

/** A value of JSON as PHP. */
function phpValue(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(phpValue).join(', ')}]`
  if (typeof value === 'string') return `'${value.replaceAll(/['\\]/g, '\\$&')}'`
  if (typeof value !== 'object' || value === null) return json(value)
  const fields = Object.entries(value).map(([name, one]) => `'${name}' => ${phpValue(one)}`)
  return fields.length === 0 ? 'new stdClass()' : `[${fields.join(', ')}]`
}

function pythonSample(request: SampleRequest): string {
  const { method, url, body, keyVariable } = request
  const headers = withType(request).map(([name, value]) => `${json(name)}: ${json(value)}`)
  return `import json, os
from urllib.error import HTTPError
from urllib.request import Request, urlopen

request = Request(
    ${json(url)},
    method=${json(method)},
    headers={${[`"Authorization": "Bearer " + os.environ["${keyVariable}"]`, ...headers].join(', ')}},${body === undefined ? '' : `\n    data=json.dumps(${pythonValue(body)}).encode(),`}
)
try:
    answer = urlopen(request).read()
except HTTPError as error:
    answer = error.read()
print(json.loads(answer or b"null"))
`
}

/** A value of JSON as Python. */
function pythonValue(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(pythonValue).join(', ')}]`
  if (value === null) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (typeof value !== 'object') return json(value)
  return `{${Object.entries(value)
    .map(([name, one]) => `${json(name)}: ${pythonValue(one)}`)
    .join(', ')}}`
}

/** The same request by curl, in PHP and in Python, each a whole program. */
export const httpSamples = (request: SampleRequest): CodeSample[] => [
  { lang: 'Shell', label: 'curl', source: curlSample(request) },
  { lang: 'PHP', label: 'PHP', source: phpSample(request) },
  { lang: 'Python', label: 'Python', source: pythonSample(request) },
]

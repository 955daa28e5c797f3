import type { ServerResponse } from 'node:http';

function answer(response: ServerResponse, status: number, type: string, body: string): void {
  response.writeHead(status, {
    'content-type': `${type}; charset=utf-8`,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  });
  response.end(body);
}

export function answerText(response: ServerResponse, status: number, text: string): void {
  answer(response, status, 'text/plain', `${text}\n`);
}

export function answerScript(response: ServerResponse, source: string): void {
  answer(response, 200, 'text/javascript', source);
}

export function answerJson(response: ServerResponse, status: number, value: unknown): void {
  answer(response, status, 'application/json', `${JSON.stringify(value)}\n`);
}

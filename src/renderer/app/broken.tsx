import { Component, type ReactNode } from 'react';
import { Button } from '../ui/index.ts';

/** Catches what broke while drawing, so that a defect leaves words and a way out instead of an empty panel. */
export class Broken extends Component<
  { readonly children: ReactNode },
  { readonly isBroken: boolean }
> {
  override state = { isBroken: false };

  static getDerivedStateFromError() {
    return { isBroken: true };
  }

  override render(): ReactNode {
    if (!this.state.isBroken) return this.props.children;
    return (
      <main className="grid h-full place-content-center justify-items-center gap-3 p-6 text-center">
        <h1 className="font-semibold text-title">The panel could not be drawn</h1>
        <p className="text-quiet">
          GPU Tray goes on watching and alerting; the tray menu still works.
        </p>
        <Button onClick={() => window.location.reload()} tone="primary">
          Open the panel anew
        </Button>
      </main>
    );
  }
}

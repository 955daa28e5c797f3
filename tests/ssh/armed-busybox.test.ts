import { armedBehaviors } from './armed-behaviors.ts';

armedBehaviors('busybox sh');

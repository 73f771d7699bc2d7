export * from 'bitecs-collision/pixi';
